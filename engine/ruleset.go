package engine

// Ruleset is the version of the rules that verdicts follow. It changes when a
// stream may get another verdict, and stands beside every verdict on a span, in the
// version of the command and in that of the distributions.
const Ruleset = "1"
