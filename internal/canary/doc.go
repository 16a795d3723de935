// Package canary plants a word in the content of recorded streams, so that tests
// can see where content goes.
//
// Content is what users and models wrote: arguments with their keys, text, thinking,
// results, members that nobody knows, and what schemas say besides names. What names
// or steers is none: ids, tool names, types, reasons, indices, and the property names
// that a schema declares. It is left as it is, so that a stream is still read.
package canary
