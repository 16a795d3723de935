// Package ledger remembers, for a while, which calls were judged and which were
// run, so that the two can be held together although they come on different
// spans, in any order and in different batches.
//
// A call is known by its trace and its call id. Whoever comes second learns what
// the two together mean. Nothing is held back for it: the ledger only remembers.
// It is bounded in number and in time, and is gone with the process.
package ledger
