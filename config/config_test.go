package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/confmaptest"

	"github.com/toolverdict/toolverdict/config"
	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/finding"
)

// load reads the case of that name from testdata/config.yaml.
func load(t *testing.T, name string) (*config.Config, error) {
	t.Helper()
	all, err := confmaptest.LoadConf(filepath.Join("testdata", "config.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	id := component.MustNewIDWithName("toolverdict", name)
	if !all.IsSet(id.String()) {
		t.Fatalf("testdata has no case %s", id)
	}
	sub, err := all.Sub(id.String())
	if err != nil {
		t.Fatal(err)
	}
	cfg := config.Default()
	if err := sub.Unmarshal(cfg); err != nil {
		return nil, err
	}
	return cfg, confmap.Validate(cfg)
}

func TestDefaultIsValid(t *testing.T) {
	got, err := load(t, "empty")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(config.Default(), got); diff != "" {
		t.Error(diff)
	}
	if err := componenttest.CheckConfigStruct(got); err != nil {
		t.Error(err)
	}
}

func TestEveryKey(t *testing.T) {
	got, err := load(t, "everything")
	if err != nil {
		t.Fatal(err)
	}
	want := &config.Config{
		Format:          "anthropic",
		Dialect:         "conservative",
		ToolSchemas:     map[string]any{"get_weather": map[string]any{"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string"}}}},
		SchemaCacheSize: 8,
		Sources: config.Sources{
			Builtin: []string{"native"},
			Custom: []config.Source{
				{EventName: "gen_ai.stream.chunk", PayloadAttribute: "chunk", SequenceAttribute: "chunk_index", Format: "openai"},
				{EventNamePrefix: "part-", PayloadAttribute: "body"},
				{EventNameRegex: "piece ([0-9]+)", PayloadAttribute: "body"},
			},
		},
		DeltaEvents: config.DropOnPass,
		Redaction:   config.Redaction{Placeholders: []string{"***", "<gone>"}, MaskedNumbers: true, MaskedBooleans: true},
		Levels:      map[string]finding.Level{"late_identity": finding.Off, "invalid_arguments_json/empty": finding.Warning},
		Accept:      config.Accept{Terminals: map[string][]string{"openai": {"stop"}}, RepeatedTerminal: true},
		Executions:  config.Executions{MaxCalls: 7, TTL: time.Minute, ClockSkew: time.Millisecond},
		Limits:      config.Limits{MaxEventBytes: 1, MaxDeltas: 2, MaxSlots: 3, MaxArgumentBytes: 4, MaxDepth: 5, MaxFindingEvents: 6, MaxTurns: 7},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMistakesNameTheKey(t *testing.T) {
	formats := "auto, " + strings.Join(engine.Formats(), ", ")
	for name, want := range map[string]string{
		"format":       `format: unknown format "smoke": use one of ` + formats,
		"dialect":      `dialect: unknown dialect "loose": use json_schema or conservative`,
		"delta_events": `delta_events: "burn" is unknown: use keep, drop, drop_on_pass or redact`,
		"redaction_placeholders": "redaction::placeholders[0]: it is empty, as values may be\n" +
			"redaction::placeholders[1]: it is no printable text\n" +
			"redaction::ids_key: the key has 5 bytes: use a random one of 16 or more",
		"redaction_without": `redaction::placeholders: delta_events: redact needs one to write`,
		"redaction_idle": "redaction::mask_numbers: says nothing without delta_events: redact\n" +
			"redaction::mask_booleans: says nothing without delta_events: redact\n" +
			"redaction::ids_key: says nothing without delta_events: redact",
		"cache":               `schema_cache_size: 0 is too small: use 1 or more`,
		"no_sources":          `sources: no source is left, so no span would be judged`,
		"builtin":             `sources::builtin[1]: unknown source "nativ": use native, mlflow, litellm`,
		"source_without_name": `sources::custom[0]::event_name: set just one of event_name, event_name_prefix and event_name_regex`,
		"source_two_names":    `sources::custom[0]::event_name: set just one of event_name, event_name_prefix and event_name_regex`,
		"source_regex":        "sources::custom[0]::event_name_regex: error parsing regexp: missing closing ): `^(?:()$`",
		"source_payload":      `sources::custom[0]::payload_attribute: name the event attribute that holds the delta`,
		"source_format":       `sources::custom[0]::format: unknown format "x": use one of ` + formats,
		"level_code":          `levels: "identity_colision" is no finding code: see docs/findings.md`,
		"accept_format":       `accept::terminals: unknown format "x": use one of ` + formats,
		"accept_auto":         `accept::terminals: name the format, not auto`,
		"accept_empty":        `accept::terminals::openai: an empty reason releases nothing: take it out`,
		"limits":              "limits::max_deltas: 0 is too small: use 1 or more\nlimits::max_depth: -1 is too small: use 1 or more",
		"executions":          "executions::max_calls: 0 is too small: use 1 or more\nexecutions::ttl: 1ms is too short: use 1s or more\nexecutions::clock_skew: -1s is negative: use 0s or more",
		"schemas_twice":       `tool_schemas_file: set either this or tool_schemas`,
		"schemas_broken":      `tool_schemas: unsupported_schema_keyword at /f/nullable, invalid_schema at /g: see docs/findings.md`,
		"schemas_missing":     `tool_schemas_file: open testdata/none.yaml: no such file or directory`,
		"schemas_empty":       `tool_schemas_file: testdata/empty.yaml: no schemas: give schemas by tool name`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := load(t, name)
			if err == nil {
				t.Fatalf("no error, want %s", want)
			}
			if diff := cmp.Diff(want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A variable that nobody has set comes as an empty text, or as none.
func TestAnEmptyKeyIsRefused(t *testing.T) {
	for _, name := range []string{"redaction_key_empty", "redaction_key_null"} {
		const want = "ids_key: it is empty: set the variable that it is read from, or leave the key out"
		if _, err := load(t, name); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

func TestUnknownKeysAndLevelsAreRefused(t *testing.T) {
	for _, name := range []string{"unknown_key", "level_name"} {
		if _, err := load(t, name); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestSchemaFiles(t *testing.T) {
	for name, text := range map[string]string{
		"tools.yaml": "f:\n  type: object\n  required: [x]\ng: {}\n",
		"tools.json": `{"f": {"type": "object", "required": ["x"]}, "g": {}}`,
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		cfg := config.Default()
		cfg.ToolSchemasFile = path
		loaded, err := cfg.Load()
		if err != nil || loaded.Tools != 2 {
			t.Errorf("%s: %+v, %v", name, loaded, err)
		}
	}
}

// A broken schema file is no reason to show what is in it.
func TestErrorsQuoteNoSchemas(t *testing.T) {
	for text, want := range map[string]string{
		"c4n4ry":                          "line 1: give schemas by tool name, each name once",
		"- c4n4ry":                        "line 1: give schemas by tool name, each name once",
		"f: {}\nf: c4n4ry":                "line 2: give schemas by tool name, each name once",
		"f: {enum: c4n4ry}":               "invalid_schema at /f/enum: see docs/findings.md",
		"f: {c4n4ry":                      "yaml: line 1: did not find expected ',' or '}'",
		"f: c4n4ry":                       "invalid_schema at /f: see docs/findings.md",
		"f: {pattern: '(c4n4ry'}":         "unsupported_schema_keyword at /f/pattern: see docs/findings.md",
		"f: {$ref: 'https://c4n4ry/'}":    "invalid_schema at /f/$ref: see docs/findings.md",
		"f: {type: c4n4ry}":               "invalid_schema at /f/type: see docs/findings.md",
		"f: {format: c4n4ry}":             "unsupported_schema_keyword at /f/format: see docs/findings.md",
		"f: {$schema: 'https://c4n4ry/'}": "invalid_schema at /f/$schema: see docs/findings.md",
	} {
		path := filepath.Join(t.TempDir(), "tools.yaml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		cfg := config.Default()
		cfg.ToolSchemasFile = path
		_, err := cfg.Load()
		if err == nil || strings.Contains(err.Error(), "c4n4ry") || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}
