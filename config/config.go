package config

import (
	"time"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
	"github.com/toolverdict/toolverdict/engine/mask"
	"github.com/toolverdict/toolverdict/engine/schema"
)

// Config is the configuration of the processor.
type Config struct {
	// Format is the wire format of all spans: "auto" recognises it from the
	// deltas. A span's toolverdict.format goes before it.
	Format string `mapstructure:"format"`

	// Dialect is the schema dialect: json_schema or conservative.
	Dialect string `mapstructure:"dialect"`

	// ToolSchemas are schemas by tool name. They go before the definitions that
	// spans bring.
	ToolSchemas map[string]any `mapstructure:"tool_schemas"`

	// ToolSchemasFile is a JSON or YAML file with schemas by tool name.
	ToolSchemasFile string `mapstructure:"tool_schemas_file"`

	// SchemaCacheSize is how many different sets of tool definitions from spans
	// are kept compiled.
	SchemaCacheSize int `mapstructure:"schema_cache_size"`

	// Sources say which span events are deltas.
	Sources Sources `mapstructure:"sources"`

	// DeltaEvents says what becomes of the delta events of a span after its
	// verdict: keep, drop, drop_on_pass or redact.
	DeltaEvents DeltaEvents `mapstructure:"delta_events"`

	// Redaction is about masked values: which the verdict knows, and what
	// delta_events: redact masks.
	Redaction Redaction `mapstructure:"redaction"`

	// Levels changes the level of findings, by code or code/reason.
	Levels map[string]finding.Level `mapstructure:"levels"`

	// Accept relaxes rules that some deployments can't meet.
	Accept Accept `mapstructure:"accept"`

	// Executions is about calls that were run, on spans of their own.
	Executions Executions `mapstructure:"executions"`

	// Limits bound what one span may cost.
	Limits Limits `mapstructure:"limits"`
}

// Accept relaxes rules that some deployments can't meet. What is accepted is no
// longer found.
type Accept struct {
	// Terminals are further reasons that release calls, by format.
	Terminals map[string][]string `mapstructure:"terminals"`

	// RepeatedTerminal accepts that a choice ends again with the same reason.
	RepeatedTerminal bool `mapstructure:"repeated_terminal"`
}

// Executions is about calls that were run: how many of them are remembered, and
// for how long, so that a tool's span and the span of its turn are held together.
type Executions struct {
	// MaxCalls is how many calls are remembered at once.
	MaxCalls int `mapstructure:"max_calls"`

	// TTL is how long a call is remembered.
	TTL time.Duration `mapstructure:"ttl"`

	// ClockSkew is by how much the clocks of two service instances may differ
	// before a run counts as one before the end of its call.
	ClockSkew time.Duration `mapstructure:"clock_skew"`
}

// Limits bound what one span may cost. Passing one is a finding.
type Limits struct {
	// MaxEventBytes is the size of one delta, in bytes.
	MaxEventBytes int `mapstructure:"max_event_bytes"`

	// MaxDeltas is the number of deltas of one stream.
	MaxDeltas int `mapstructure:"max_deltas"`

	// MaxTurns is the number of turns of one span, over all its streams.
	MaxTurns int `mapstructure:"max_turns"`

	// MaxSlots is the number of calls of one turn.
	MaxSlots int `mapstructure:"max_slots"`

	// MaxArgumentBytes is the size of all arguments of one turn, in bytes.
	MaxArgumentBytes int `mapstructure:"max_argument_bytes"`

	// MaxDepth is the nesting of a delta and of the arguments.
	MaxDepth int `mapstructure:"max_depth"`

	// MaxFindingEvents is how many toolverdict.finding events a span gets.
	MaxFindingEvents int `mapstructure:"max_finding_events"`
}

// A DeltaEvents says what becomes of delta events after the verdict.
type DeltaEvents string

// What may become of delta events.
const (
	// Keep leaves them on the span.
	Keep DeltaEvents = "keep"
	// Drop takes them off the span.
	Drop DeltaEvents = "drop"
	// DropOnPass takes them off spans whose verdict is pass or not_applicable.
	DropOnPass DeltaEvents = "drop_on_pass"
	// Redact leaves them on the span with their content masked.
	Redact DeltaEvents = "redact"
)

// Default returns the configuration that applies where no key is set.
func Default() *Config {
	limits := engine.DefaultLimits()
	return &Config{
		Format:          engine.Auto,
		Dialect:         schema.JSONSchema.String(),
		SchemaCacheSize: 256,
		Sources:         Sources{Builtin: Builtins()},
		DeltaEvents:     Keep,
		Redaction:       Redaction{Placeholders: []string{mask.Default}},
		Executions:      Executions{MaxCalls: 100_000, TTL: 10 * time.Minute, ClockSkew: 50 * time.Millisecond},
		Limits: Limits{
			MaxEventBytes:    limits.EventBytes,
			MaxDeltas:        limits.Deltas,
			MaxTurns:         limits.Turns,
			MaxSlots:         limits.Slots,
			MaxArgumentBytes: limits.ArgumentBytes,
			MaxDepth:         limits.Depth,
			MaxFindingEvents: 32,
		},
	}
}
