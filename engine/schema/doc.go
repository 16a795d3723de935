// Package schema checks call arguments against tool schemas.
//
// # Dialects
//
// A [Dialect] says which keywords are understood. [JSONSchema] is JSON Schema,
// draft 2020-12 or what $schema says, validated by a library. [Conservative]
// knows thirteen keywords and is evaluated here; its objects are closed unless
// additionalProperties is true, and an integer is an integer literal.
//
// In both, a keyword that would not be enforced is a violation of its own
// (unsupported_schema_keyword): a schema must not promise more than is checked.
// Annotations and keys that start with "x-" are not keywords in that sense.
// Formats and encoded content are enforced like any other keyword. A $ref never
// leaves the document, and nothing here reads a file or opens a connection.
//
// # What is shown
//
// A [Violation] has a rule and a JSON Pointer. Pointers into arguments show a
// key only if the schema declares it, and "*" otherwise, so that they never
// carry what the model wrote.
package schema
