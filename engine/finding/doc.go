// Package finding holds the vocabulary of verdicts: every code that toolverdict
// can report, how bad it is, and whom it blames.
//
// # Terms
//
// A rule is one row of the table in table.go. Its [ID] is written "code" or
// "code/reason", and is stable: dashboards and alerts depend on it. A rule has a
// [Level], a [Fault], and one sentence that explains it to somebody who has
// never read this repository.
//
// A [Finding] is one occurrence of a rule in one turn: the rule, where it was
// seen (a JSON Pointer), and nothing of what the stream carried. No finding
// quotes argument content, so findings are safe in logs, metrics and spans.
//
// A [Policy] changes levels: a configuration may set any code or code/reason to
// error, unknown, warning or off. Faults and explanations can't be changed.
//
// # Where things are decided
//
// The table is the only place that names a level or a fault. docs/findings.md
// is generated from it by [Markdown], and a test compares the two.
package finding
