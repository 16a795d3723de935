package traffic

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// A Turn is one response of a model to an agent.
type Turn struct {
	// Service and Instance are the agent: service.name and service.instance.id.
	Service, Instance string
	// Provider and Model are gen_ai.provider.name and gen_ai.request.model.
	Provider, Model string
	// Stream is a recorded stream, as FORMAT/healthy/NAME or FORMAT/faulty/NAME.
	Stream string
	// Runs are the ids of the calls that the agent ran; Early says that it did not
	// wait for the provider's end.
	Runs  []string
	Early bool
	// Evidence says how much of the stream was recorded.
	Evidence Evidence
}

// Evidence is how much of a stream instrumentation recorded.
type Evidence int

const (
	// Whole is every delta.
	Whole Evidence = iota
	// Dropped is a span whose SDK dropped an event.
	Dropped
	// Gap is a span with a delta missing in the middle.
	Gap
	// None is a span without deltas.
	None
)

// A stream is a recorded stream as it stands in a file.
type stream struct {
	Chunks  []jsontext.Value          `json:"chunks"`
	Events  []jsontext.Value          `json:"events"`
	Schemas map[string]jsontext.Value `json:"tool_schemas"`
}

// deltas are the payloads, without the text that some transports end with.
func (s *stream) deltas() []jsontext.Value {
	all := append(s.Chunks, s.Events...) //nolint:gocritic // one of the two is empty
	if n := len(all); n > 0 && all[n-1].Kind() == '"' {
		return all[:n-1]
	}
	return all
}

// definitions are the schemas in the form of gen_ai.tool.definitions.
func (s *stream) definitions() (string, error) {
	type tool struct {
		Type       string         `json:"type"`
		Name       string         `json:"name"`
		Parameters jsontext.Value `json:"parameters"`
	}
	var tools []tool
	for _, name := range slices.Sorted(maps.Keys(s.Schemas)) {
		tools = append(tools, tool{"function", name, s.Schemas[name]})
	}
	text, err := json.Marshal(tools)
	return string(text), err
}

// A Source makes spans of turns. It is not safe for concurrent use.
type Source struct {
	folder  string
	random  *rand.Rand
	streams map[string]*stream
}

// NewSource returns a source of spans from the recorded streams in a folder. With
// the same seed it draws the same turns.
func NewSource(folder string, seed uint64) *Source {
	random := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // the same turns each time are wanted
	return &Source{folder, random, map[string]*stream{}}
}

func (s *Source) stream(name string) (*stream, error) {
	if found, ok := s.streams[name]; ok {
		return found, nil
	}
	text, err := os.ReadFile(filepath.Join(s.folder, name+".json")) //nolint:gosec // the caller names the folder
	if err != nil {
		return nil, err
	}
	var read stream
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s.streams[name] = &read
	return &read, nil
}

// Spans makes the span of a turn that ended at that time, and those of the tools
// that ran, all of one new trace.
func (s *Source) Spans(t Turn, ended time.Time) (ptrace.Traces, error) {
	recorded, err := s.stream(t.Stream)
	if err != nil {
		return ptrace.Traces{}, err
	}
	definitions, err := recorded.definitions()
	if err != nil {
		return ptrace.Traces{}, err
	}
	traces := ptrace.NewTraces()
	resource := traces.ResourceSpans().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", t.Service)
	resource.Resource().Attributes().PutStr("service.instance.id", t.Instance)
	spans := resource.ScopeSpans().AppendEmpty().Spans()
	took := 500*time.Millisecond + time.Duration(s.random.ExpFloat64()*float64(2*time.Second))
	span := s.span(spans, s.trace(), "chat "+t.Model, ended.Add(-took), took)
	span.SetKind(ptrace.SpanKindClient)
	attributes := span.Attributes()
	attributes.PutStr("gen_ai.operation.name", "chat")
	attributes.PutStr("gen_ai.provider.name", t.Provider)
	attributes.PutStr("gen_ai.request.model", t.Model)
	attributes.PutBool("gen_ai.request.stream", true)
	attributes.PutStr("gen_ai.tool.definitions", definitions)
	attributes.PutInt("gen_ai.usage.output_tokens", int64(20+s.random.IntN(400)))
	record(span, recorded.deltas(), t.Evidence, took)
	for _, call := range t.Runs {
		started := ended.Add(20 * time.Millisecond)
		if t.Early {
			started = ended.Add(-took / 2)
		}
		tool := s.span(spans, span.TraceID(), "execute_tool", started, 100*time.Millisecond)
		tool.Attributes().PutStr("gen_ai.operation.name", "execute_tool")
		tool.Attributes().PutStr("gen_ai.tool.call.id", call)
	}
	return traces, nil
}

func (s *Source) trace() (id pcommon.TraceID) {
	binary.BigEndian.PutUint64(id[:8], s.random.Uint64())
	binary.BigEndian.PutUint64(id[8:], s.random.Uint64())
	return id
}

func (s *Source) span(spans ptrace.SpanSlice, trace pcommon.TraceID, name string, started time.Time, took time.Duration) ptrace.Span {
	var id pcommon.SpanID
	binary.BigEndian.PutUint64(id[:], s.random.Uint64())
	span := spans.AppendEmpty()
	span.SetName(name)
	span.SetTraceID(trace)
	span.SetSpanID(id)
	span.SetStartTimestamp(pcommon.NewTimestampFromTime(started))
	span.SetEndTimestamp(pcommon.NewTimestampFromTime(started.Add(took)))
	return span
}

// record adds the deltas, evenly over the time that the span took, the last one at
// its end.
func record(span ptrace.Span, deltas []jsontext.Value, evidence Evidence, took time.Duration) {
	if evidence == None {
		return
	}
	begin, step := span.StartTimestamp().AsTime(), took/time.Duration(len(deltas)+1)
	for i, payload := range deltas {
		if evidence == Gap && i == len(deltas)/2 {
			continue
		}
		e := span.Events().AppendEmpty()
		e.SetName("toolverdict.delta")
		e.SetTimestamp(pcommon.NewTimestampFromTime(begin.Add(step * time.Duration(i+1))))
		e.Attributes().PutInt("toolverdict.delta.sequence", int64(i))
		e.Attributes().PutStr("toolverdict.delta.payload", string(payload))
	}
	if evidence == Dropped {
		span.SetDroppedEventsCount(1)
	}
}
