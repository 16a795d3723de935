// Package schema checks call arguments against tool schemas.
//
// # Dialects
//
// A [Dialect] says which keywords are understood. [JSONSchema] is JSON Schema,
// draft 2020-12 or what $schema says, validated by a library. [Conservative]
// knows thirteen keywords and is evaluated here; its objects are closed unless
// additionalProperties is true, and an integer is an integer literal.
//
// In both, a keyword that would not be enforced, because nobody knows it or
// because its draft does not have it or it stands where it says nothing, is a violation of its own
// (unsupported_schema_keyword): a schema must not promise more than is checked.
// Annotations and keys that start with "x-" are not keywords in that sense.
// Formats and encoded content are enforced like any other keyword. A $ref never
// leaves the document, and nothing here reads a file or opens a connection.
// Patterns are those of RE2: one that RE2 does not know, such as look-around, is
// a keyword that would not be enforced.
//
// # Bounds
//
// Schemas come from spans, so they may be hostile. Text, nesting and the number
// of subschemas are capped, and so are the size of compiled patterns and the
// length of all pointers into a schema. References that multiply are the rest of
// it: before the library evaluates a value, the steps that it may take are
// counted, and a value that is too much for its schema is refused with
// invalid_schema instead of being half checked. A [Budget] bounds what the values
// of a span take together, in proportion to their size.
//
// # What is shown
//
// A [Violation] has a rule and a JSON Pointer. Pointers into arguments show a
// key only if the schema writes it down, and "*" otherwise, so that they never
// carry what the model wrote.
package schema
