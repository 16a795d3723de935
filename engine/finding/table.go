package finding

// The rules that other packages report by name.
const (
	IdentityCollision      ID = "identity_collision"
	DuplicateCallID        ID = "duplicate_call_id"
	InvalidSlot            ID = "invalid_slot"
	InvalidCallID          ID = "invalid_call_id"
	InvalidToolName        ID = "invalid_tool_name"
	MissingCallID          ID = "missing_call_id"
	MissingToolName        ID = "missing_tool_name"
	MissingTerminal        ID = "missing_terminal"
	DuplicateTerminal      ID = "duplicate_terminal"
	UsageRepeat            ID = "duplicate_terminal/usage_repeat"
	DeltaAfterTerminal     ID = "delta_after_terminal"
	WrongTerminalReason    ID = "wrong_terminal_reason"
	TerminalWithoutCall    ID = "terminal_without_call"
	DuplicateStart         ID = "duplicate_start"
	DeltaBeforeStart       ID = "delta_before_start"
	OverlappingBlocks      ID = "overlapping_blocks"
	StreamError            ID = "stream_error"
	ArgumentsMismatch      ID = "arguments_mismatch"
	InvalidArgumentsDelta  ID = "invalid_arguments_delta"
	UnsupportedInitial     ID = "unsupported_initial_input"
	UnsupportedToolType    ID = "unsupported_tool_type"
	InvalidEvent           ID = "invalid_event"
	InvalidEvents          ID = "invalid_events"
	InvalidChunk           ID = "invalid_chunk"
	InvalidChunks          ID = "invalid_chunks"
	InvalidChoice          ID = "invalid_choice"
	InvalidDelta           ID = "invalid_delta"
	InvalidToolCalls       ID = "invalid_tool_calls"
	InvalidToolCall        ID = "invalid_tool_call"
	InvalidFunctionDelta   ID = "invalid_function_delta"
	InvalidContentBlock    ID = "invalid_content_block"
	ArgumentsTruncated     ID = "invalid_arguments_json/truncated"
	ArgumentsTrailingData  ID = "invalid_arguments_json/trailing_data"
	LateIdentity           ID = "late_identity"
	SparseSlots            ID = "sparse_slots"
	ArgumentsSyntax        ID = "invalid_arguments_json/syntax"
	ArgumentsEmpty         ID = "invalid_arguments_json/empty"
	ArgumentsDuplicateKey  ID = "invalid_arguments_json/duplicate_key"
	ArgumentsUnicode       ID = "invalid_arguments_json/invalid_unicode"
	ArgumentsNumberRange   ID = "invalid_arguments_json/number_out_of_range"
	ArgumentsTooDeep       ID = "invalid_arguments_json/too_deep"
	ArgumentsNotObject     ID = "arguments_not_object"
	UnknownTool            ID = "unknown_tool"
	UnknownToolNoSchemas   ID = "unknown_tool/no_schemas"
	SchemaType             ID = "schema_type"
	SchemaEnum             ID = "schema_enum"
	SchemaRequired         ID = "schema_required"
	SchemaAdditional       ID = "schema_additional_property"
	SchemaMinItems         ID = "schema_min_items"
	SchemaMaxItems         ID = "schema_max_items"
	SchemaMinimum          ID = "schema_minimum"
	SchemaMaximum          ID = "schema_maximum"
	SchemaViolation        ID = "schema_violation"
	EmittedCallMissing     ID = "emitted_call_missing"
	EmittedCallExtra       ID = "emitted_call_extra"
	EmittedIdentityDiffers ID = "emitted_identity_differs"
	EmittedArgumentsDiffer ID = "emitted_arguments_differ"
	EmittedDespiteBlock    ID = "emitted_despite_block"
	ExecutedDespiteBlock   ID = "executed_despite_block"
	ExecutedBeforeTerminal ID = "executed_before_terminal"
	ExecutedTwice          ID = "executed_twice"
	ExecutedUnknownCall    ID = "executed_unknown_call"
	LostDroppedEvents      ID = "capture_incomplete/dropped_events"
	LostSequenceGap        ID = "capture_incomplete/sequence_gap"
	LostCountMismatch      ID = "capture_incomplete/count_mismatch"
	LostPayloadTruncated   ID = "capture_incomplete/payload_truncated"
	LostTerminal           ID = "capture_incomplete/terminal_not_recorded"
	RedactedConstraint     ID = "redacted_constraint"
	LimitEventBytes        ID = "limit_exceeded/event_bytes"
	LimitDeltas            ID = "limit_exceeded/deltas"
	LimitTurns             ID = "limit_exceeded/turns"
	LimitSlots             ID = "limit_exceeded/slots"
	LimitArgumentBytes     ID = "limit_exceeded/argument_bytes"
	LimitDepth             ID = "limit_exceeded/depth"
	UnknownProfile         ID = "unknown_profile"
	InvalidDocument        ID = "invalid_document"
	InvalidToolSchemas     ID = "invalid_tool_schemas"
	InvalidSchema          ID = "invalid_schema"
	UnsupportedKeyword     ID = "unsupported_schema_keyword"
)

// table is the one place that says what each code means. Rows of one level and
// one fault stand from most to least telling: the order decides which of
// several findings is the primary one.
var table = []Rule{
	{
		ID: ExecutedBeforeTerminal, Level: Error, Fault: Adapter,
		Explanation: "A tool was started before the provider had ended its call.",
		Advice:      "Make the adapter wait for the provider's terminal event, not for arguments that parse.",
	},
	{
		ID: ExecutedDespiteBlock, Level: Error, Fault: Adapter,
		Explanation: "A tool was run although its turn is not a pass.",
		Advice:      "Gate execution on the whole turn: if one call is bad, run none.",
	},
	{
		ID: ExecutedTwice, Level: Error, Fault: Adapter,
		Explanation: "The same call was run more than once.",
		Advice:      "Look for a retry or a second dispatch of the same call id.",
	},
	{
		ID: ExecutedUnknownCall, Level: Error, Fault: Adapter, LossExplains: true,
		Explanation: "A tool was run under a call id that no turn of the trace carries.",
		Advice:      "Look for an adapter that mints ids, or that runs calls which the model never made.",
	},
	{
		ID: EmittedDespiteBlock, Level: Error, Fault: Adapter,
		Explanation: "The adapter handed over a call of a turn that must be blocked.",
		Advice:      "Make the adapter refuse the whole turn when one call is bad.",
	},
	{
		ID: EmittedArgumentsDiffer, Level: Error, Fault: Adapter, LossExplains: true,
		Explanation: "The arguments that the adapter handed over are not those on the wire.",
		Advice:      "Look for JSON repair, rounding of numbers, or fragments appended to the wrong call.",
	},
	{
		ID: EmittedIdentityDiffers, Level: Error, Fault: Adapter, LossExplains: true,
		Explanation: "The id or name that the adapter handed over is not the one on the wire.",
		Advice:      "Look for ids or names that are concatenated, overwritten or invented.",
	},
	{
		ID: EmittedCallExtra, Level: Error, Fault: Adapter, LossExplains: true,
		Explanation: "The adapter handed over a call that the wire does not carry.",
		Advice:      "Look for one call that was split in two, or for text that was parsed as a call.",
	},
	{
		ID: EmittedCallMissing, Level: Error, Fault: Adapter,
		Explanation: "The wire carries a call that the adapter did not hand over.",
		Advice:      "Look for parallel calls that were merged or overwritten.",
	},

	{
		ID: IdentityCollision, Level: Error, Fault: Wire,
		Explanation: "One slot carries two different ids, names or kinds of item.",
		Advice:      "Block the turn; ask the provider or gateway for distinct indices. Never guess the calls apart.",
	},
	{
		ID: DuplicateCallID, Level: Error, Fault: Wire,
		Explanation: "Two slots carry the same call id.",
		Advice:      "Block the turn: a result could not be matched to its call.",
	},
	{
		ID: StreamError, Level: Error, Fault: Wire,
		Explanation: "The provider reported an error inside the stream.",
		Advice:      "Treat the turn as failed, also where its calls look complete.",
	},
	{
		ID: WrongTerminalReason, Level: Error, Fault: Wire,
		Explanation: "Calls were ended by a reason that does not release them, such as length or stop.",
		Advice:      "Block the turn; raise the token limit, or accept the reason by configuration if this provider always ends so.",
	},
	{
		ID: MissingTerminal, Level: Error, Fault: Wire, LossExplains: true,
		Explanation: "The stream stopped without the provider's terminal event.",
		Advice:      "Treat the outcome as unknown; retry only under an idempotency policy.",
	},
	{
		ID: DeltaAfterTerminal, Level: Error, Fault: Wire,
		Explanation: "Call data arrived after the provider had ended the call.",
		Advice:      "Block the turn; look for a gateway that ends choices early.",
	},
	{
		ID: DuplicateTerminal, Level: Error, Fault: Wire,
		Explanation: "A call was ended twice.",
		Advice:      "Block the turn; look for a gateway that splits or repeats the final chunk.",
	},
	{
		ID: TerminalWithoutCall, Level: Error, Fault: Wire, LossExplains: true,
		Explanation: "The provider says that it ended with tool calls, but the stream carries none.",
		Advice:      "Look for a gateway or parser that lost the calls or left them in the text.",
	},
	{
		ID: DuplicateStart, Level: Error, Fault: Wire,
		Explanation: "A block or message was started twice.",
		Advice:      "Look for a proxy that spliced two generations into one stream.",
	},
	{
		ID: DeltaBeforeStart, Level: Error, Fault: Wire, LossExplains: true,
		Explanation: "Call data arrived for a block that was never started.",
		Advice:      "Look for a gateway that drops or reorders start events.",
	},
	{
		ID: OverlappingBlocks, Level: Error, Fault: Wire,
		Explanation: "A content block was started while another one was still open.",
		Advice:      "Look for a gateway that translates a parallel format into a sequential one.",
	},
	{
		ID: ArgumentsMismatch, Level: Error, Fault: Wire, LossExplains: true,
		Explanation: "The provider sent the arguments more than once, and they differ.",
		Advice:      "Block the turn; look for a bridge that rebuilds final events from lost deltas.",
	},
	{
		ID: UnsupportedInitial, Level: Error, Fault: Wire,
		Explanation: "A block starts with arguments where only deltas may carry them.",
		Advice:      "Block the turn; SDKs disagree on which of the two counts.",
	},
	{
		ID: UnsupportedToolType, Level: Error, Fault: Wire,
		Explanation: "A client-run call is of a type that toolverdict can't check.",
		Advice:      "Treat it as blocked until the type is supported.",
	},
	{
		ID: InvalidSlot, Level: Error, Fault: Wire, Unreadable: true,
		Explanation: "An index that should say which call is meant is missing or no integer from 0.",
		Advice:      "Block the turn; ask the provider or gateway to send the index with every fragment.",
	},
	{
		ID: InvalidCallID, Level: Error, Fault: Wire,
		Explanation: "A call id is no string.",
		Advice:      "Block the turn.",
	},
	{
		ID: InvalidToolName, Level: Error, Fault: Wire, Unreadable: true,
		Explanation: "A tool name is no non-empty string.",
		Advice:      "Block the turn, or give the tool a name in the supplied schemas.",
	},
	{
		ID: MissingCallID, Level: Error, Fault: Wire, LossExplains: true,
		Explanation: "A call never got an id.",
		Advice:      "Block the turn; look for fragments under a drifting index.",
	},
	{
		ID: MissingToolName, Level: Error, Fault: Wire, LossExplains: true,
		Explanation: "A call never got a name.",
		Advice:      "Block the turn; look for fragments under a drifting index.",
	},
	{
		ID: InvalidArgumentsDelta, Level: Error, Fault: Wire,
		Explanation: "An arguments fragment has the wrong JSON type, or does not fit behind those before it.",
		Advice:      "Block the turn; look for a gateway that sends objects where text belongs, or changes the order of fragments.",
	},
	{
		ID: ArgumentsTruncated, Level: Error, Fault: Wire, LossExplains: true,
		Explanation: "The arguments end in the middle of a JSON value.",
		Advice:      "Block the call; never repair or complete the text.",
	},
	{
		ID: ArgumentsTrailingData, Level: Error, Fault: Wire, LossExplains: true,
		Explanation: "The arguments are complete and go on.",
		Advice:      "Look for two calls in one slot, or for cumulative or repeated fragments.",
	},
	{
		ID: InvalidToolCall, Level: Error, Fault: Wire, Unreadable: true,
		Explanation: "An element of the list of tool calls has the wrong JSON type.",
		Advice:      "Compare the recorded delta with the provider's documentation.",
	},
	{
		ID: InvalidToolCalls, Level: Error, Fault: Wire, Unreadable: true,
		Explanation: "The list of tool calls has the wrong JSON type.",
		Advice:      "Compare the recorded delta with the provider's documentation.",
	},
	{
		ID: InvalidFunctionDelta, Level: Error, Fault: Wire, Unreadable: true,
		Explanation: "The function part of a call has the wrong JSON type.",
		Advice:      "Compare the recorded delta with the provider's documentation.",
	},
	{
		ID: InvalidContentBlock, Level: Error, Fault: Wire, Unreadable: true,
		Explanation: "A content block, or the delta of one, is of a type that can't stand there.",
		Advice:      "Compare the recorded delta with the provider's documentation.",
	},
	{
		ID: InvalidDelta, Level: Error, Fault: Wire, Unreadable: true,
		Explanation: "The delta of a choice has the wrong JSON type.",
		Advice:      "Compare the recorded delta with the provider's documentation.",
	},
	{
		ID: InvalidChoice, Level: Error, Fault: Wire, Unreadable: true,
		Explanation: "A choice has the wrong JSON type.",
		Advice:      "Compare the recorded delta with the provider's documentation.",
	},
	{
		ID: InvalidChunk, Level: Error, Fault: Wire, Unreadable: true,
		Explanation: "A chunk can't be read as one of its format.",
		Advice:      "Check that the payload is the provider's chunk, whole and as JSON.",
	},
	{
		ID: InvalidChunks, Level: Error, Fault: Wire, Unreadable: true,
		Explanation: "The list of chunks is missing or no list.",
		Advice:      "Give the recorded deltas as a list under chunks.",
	},
	{
		ID: InvalidEvent, Level: Error, Fault: Wire, Unreadable: true,
		Explanation: "An event can't be read as one of its format.",
		Advice:      "Check that the payload is the provider's event, whole and as JSON.",
	},
	{
		ID: InvalidEvents, Level: Error, Fault: Wire, Unreadable: true,
		Explanation: "The list of events is missing or no list.",
		Advice:      "Give the recorded deltas as a list under events.",
	},
	{
		ID: LateIdentity, Level: Warning, Fault: Wire,
		Explanation: "The id or name of a call came after its first delta.",
		Advice:      "Nothing, if your adapter keys by index; adapters that key by id lose the first fragments.",
	},
	{
		ID: SparseSlots, Level: Warning, Fault: Wire,
		Explanation: "The indices of the calls do not count up from 0.",
		Advice:      "Nothing, if your adapter keys by index; adapters that use an array insert empty calls.",
	},
	{
		ID: UsageRepeat, Level: Warning, Fault: Wire,
		Explanation: "The same finish reason was repeated on the chunk that carries the usage.",
		Advice:      "Nothing: common behaviour of gateways.",
	},

	{
		ID: UnknownTool, Level: Error, Fault: Model,
		Explanation: "The call names a tool for which there is no schema.",
		Advice:      "Check the tools that were offered; record gen_ai.tool.definitions or configure tool_schemas.",
	},
	{
		ID: UnknownToolNoSchemas, Level: Error, Fault: Model,
		Explanation: "No tool schemas are known for this stream, so no call of it can be valid.",
		Advice:      "Record gen_ai.tool.definitions or configure tool_schemas; or set unknown_tool/no_schemas to warning to judge the stream alone.",
	},
	{
		ID: ArgumentsSyntax, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "The arguments are no JSON.",
		Advice:      "Block the call; tell the model, do not repair.",
	},
	{
		ID: ArgumentsEmpty, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "The arguments are empty where the format has a text for none.",
		Advice:      "Block the call: no arguments and cut before the first byte look the same.",
	},
	{
		ID: ArgumentsDuplicateKey, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "An object in the arguments has the same key twice.",
		Advice:      "Block the call: parsers disagree on which value counts.",
	},
	{
		ID: ArgumentsUnicode, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "The arguments hold invalid UTF-8 or half a surrogate pair.",
		Advice:      "Block the call: parsers disagree on the text.",
	},
	{
		ID: ArgumentsNumberRange, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "A number in the arguments does not fit a float64.",
		Advice:      "Block the call: parsers turn it into infinity, zero or an error.",
	},
	{
		ID: ArgumentsTooDeep, Level: Error, Fault: Model,
		Explanation: "The arguments are nested deeper than the limit.",
		Advice:      "Block the call, or raise limits.max_depth.",
	},
	{
		ID: ArgumentsNotObject, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "The arguments are JSON but no object.",
		Advice:      "Block the call; look for arguments that were encoded twice.",
	},
	{
		ID: SchemaType, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "A value has another type than the schema asks for.",
		Advice:      "Return a validation error to the model.",
	},
	{
		ID: SchemaRequired, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "A required property is missing.",
		Advice:      "Return a validation error to the model.",
	},
	{
		ID: SchemaAdditional, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "An object has a property that the schema does not allow.",
		Advice:      "Return a validation error to the model.",
	},
	{
		ID: SchemaEnum, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "A value is none of those that the schema lists.",
		Advice:      "Return a validation error to the model.",
	},
	{
		ID: SchemaMinItems, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "An array has fewer items than the schema asks for.",
		Advice:      "Return a validation error to the model.",
	},
	{
		ID: SchemaMaxItems, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "An array has more items than the schema allows.",
		Advice:      "Return a validation error to the model.",
	},
	{
		ID: SchemaMinimum, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "A number is below the schema's minimum.",
		Advice:      "Return a validation error to the model.",
	},
	{
		ID: SchemaMaximum, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "A number is above the schema's maximum.",
		Advice:      "Return a validation error to the model.",
	},
	{
		ID: SchemaViolation, Level: Error, Fault: Model, LossExplains: true,
		Explanation: "A value breaks the schema keyword that the reason names.",
		Advice:      "Return a validation error to the model.",
	},

	{
		ID: InvalidDocument, Level: Error, Fault: Config, Unreadable: true,
		Explanation: "The document is no fixture.",
		Advice:      "Give one JSON object with profile, tool_schemas, and chunks or events.",
	},
	{
		ID: UnknownProfile, Level: Error, Fault: Config, Unreadable: true,
		Explanation: "The wire format is none that toolverdict knows, or could not be recognised.",
		Advice:      "Name the format: profile in a fixture, toolverdict.format on a span.",
	},
	{
		ID: InvalidToolSchemas, Level: Error, Fault: Config, Unreadable: true,
		Explanation: "The tool schemas are no object of schemas by tool name.",
		Advice:      "Give an object whose keys are tool names.",
	},
	{
		ID: InvalidSchema, Level: Error, Fault: Config, Unreadable: true,
		Explanation: "A tool schema is no valid schema.",
		Advice:      "Mend the schema at the path that is named.",
	},
	{
		ID: UnsupportedKeyword, Level: Error, Fault: Config, Unreadable: true,
		Explanation: "A tool schema uses a keyword or format that would not be enforced.",
		Advice:      "Remove it, or set the level of unsupported_schema_keyword if it may be ignored.",
	},

	{
		ID: LostDroppedEvents, Level: Unknown, Fault: Capture,
		Explanation: "The SDK dropped span events, so deltas may be missing.",
		Advice:      "Raise OTEL_SPAN_EVENT_COUNT_LIMIT, or record only tool and terminal deltas.",
	},
	{
		ID: LostSequenceGap, Level: Unknown, Fault: Capture,
		Explanation: "The sequence numbers of the deltas have a gap or a repeat.",
		Advice:      "Look for event limits, sampling or merging between the application and this collector.",
	},
	{
		ID: LostCountMismatch, Level: Unknown, Fault: Capture,
		Explanation: "The end event counts another number of deltas than arrived.",
		Advice:      "Look for event limits, sampling or merging between the application and this collector.",
	},
	{
		ID: LostPayloadTruncated, Level: Unknown, Fault: Capture,
		Explanation: "The recorded payload of a delta was cut.",
		Advice:      "Raise OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT and the per-event attribute limit.",
	},
	{
		ID: LostTerminal, Level: Unknown, Fault: Capture,
		Explanation: "This kind of recording does not say how the stream ended.",
		Advice:      "Record gen_ai.response.finish_reasons on the span, or the provider's own deltas.",
	},
	{
		ID: LimitEventBytes, Level: Unknown, Fault: Capture,
		Explanation: "A delta is larger than the limit and was not read.",
		Advice:      "Raise limits.max_event_bytes if such deltas are expected.",
	},
	{
		ID: LimitDeltas, Level: Unknown, Fault: Capture,
		Explanation: "The turn has more deltas than the limit; the rest was not read.",
		Advice:      "Raise limits.max_deltas if such turns are expected.",
	},
	{
		ID: LimitTurns, Level: Unknown, Fault: Capture,
		Explanation: "The span has more turns than the limit; the rest was not read.",
		Advice:      "Raise limits.max_turns if such spans are expected.",
	},
	{
		ID: LimitSlots, Level: Unknown, Fault: Capture,
		Explanation: "The turn has more calls than the limit; the rest was not read.",
		Advice:      "Raise limits.max_slots if such turns are expected.",
	},
	{
		ID: LimitArgumentBytes, Level: Unknown, Fault: Capture,
		Explanation: "The arguments of the turn are larger than the limit; the rest was not read.",
		Advice:      "Raise limits.max_argument_bytes if such turns are expected.",
	},
	{
		ID: LimitDepth, Level: Unknown, Fault: Capture,
		Explanation: "A delta is nested deeper than the limit and was not read.",
		Advice:      "Raise limits.max_depth if such deltas are expected.",
	},
	{
		ID: RedactedConstraint, Level: Unknown, Fault: Capture,
		Explanation: "A masked value stands where the schema needs the value itself.",
		Advice:      "Leave the value unmasked, or accept the indeterminate verdict.",
	},
}
