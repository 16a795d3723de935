package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/schema"
)

// A Loaded is what a configuration compiles to.
type Loaded struct {
	// Verifier is the engine with schemas, levels and limits.
	Verifier *engine.Verifier
	// Dialect is the schema dialect, also for the definitions of spans.
	Dialect schema.Dialect
	// Tools is how many tools have a static schema.
	Tools int
}

// Load reads the schema file, if there is one, and compiles the engine. The
// error names the key.
func (c *Config) Load() (*Loaded, error) {
	var dialect schema.Dialect
	if err := dialect.UnmarshalText([]byte(c.Dialect)); err != nil {
		return nil, fmt.Errorf("dialect: %w", err)
	}
	set, err := c.schemas(dialect)
	if err != nil {
		return nil, err
	}
	verifier, err := engine.New(engine.Options{
		Schemas:          set,
		Levels:           c.Levels,
		Terminals:        c.Accept.Terminals,
		RepeatedTerminal: c.Accept.RepeatedTerminal,
		Masks:            c.Redaction.masks(),
		Consequences:     dialect == schema.Conservative,
		Limits:           c.Limits.Engine(),
	})
	if err != nil {
		return nil, err
	}
	return &Loaded{Verifier: verifier, Dialect: dialect, Tools: set.Len()}, nil
}

// Engine returns the limits in the engine's terms.
func (l *Limits) Engine() engine.Limits {
	return engine.Limits{
		EventBytes:    l.MaxEventBytes,
		Deltas:        l.MaxDeltas,
		Turns:         l.MaxTurns,
		Slots:         l.MaxSlots,
		ArgumentBytes: l.MaxArgumentBytes,
		Depth:         l.MaxDepth,
	}
}

// schemas compiles the static schemas; nil if there are none.
func (c *Config) schemas(dialect schema.Dialect) (*schema.Set, error) {
	key, tools := "tool_schemas", c.ToolSchemas
	if c.ToolSchemasFile != "" {
		key = "tool_schemas_file"
		if err := readSchemas(c.ToolSchemasFile, &tools); err != nil {
			return nil, fmt.Errorf("tool_schemas_file: %w", err)
		}
	}
	if len(tools) == 0 {
		return nil, nil
	}
	texts := map[string][]byte{}
	for name, tool := range tools {
		text, err := json.Marshal(tool)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", key, name, err)
		}
		texts[name] = text
	}
	set, violations := schema.Compile(dialect, texts)
	if len(violations) == 0 {
		return set, nil
	}
	problems := make([]string, len(violations))
	for i, v := range violations {
		problems[i] = fmt.Sprintf("%s at %s", v.ID, v.Path)
	}
	return nil, fmt.Errorf("%s: %s: see docs/findings.md", key, strings.Join(problems, ", "))
}

// readSchemas reads a YAML file, of which JSON is a part.
func readSchemas(path string, tools *map[string]any) error {
	data, err := os.ReadFile(path) //nolint:gosec // the operator names the file
	if err != nil {
		return err
	}
	if err := yaml.Unmarshal(data, tools); err != nil {
		return fmt.Errorf("%s: %w", path, withoutContent(err))
	}
	if len(*tools) == 0 {
		return fmt.Errorf("%s: no schemas: give schemas by tool name", path)
	}
	return nil
}

// withoutContent says where a file is of the wrong shape, but not what stands
// there: schemas may quote data.
func withoutContent(err error) error {
	wrong, ok := errors.AsType[*yaml.TypeError](err)
	if !ok {
		return err
	}
	places := make([]string, len(wrong.Errors))
	for i, text := range wrong.Errors {
		places[i], _, _ = strings.Cut(text, ":")
	}
	return fmt.Errorf("%s: give schemas by tool name, each name once", strings.Join(places, ", "))
}
