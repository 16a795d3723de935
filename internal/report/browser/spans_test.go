package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"github.com/toolverdict/toolverdict/internal/cli"
	"github.com/toolverdict/toolverdict/internal/collector"
	"github.com/toolverdict/toolverdict/internal/traffic"
)

// writePage lets the built collector judge turns, and writes the report on what its
// file exporter wrote.
func writePage(binary, folder, page string) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	log, err := os.Create(filepath.Join(folder, "collector.log"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	spans := filepath.Join(folder, "spans.json")
	p, err := collector.Start(ctx, collector.Options{
		Binary: binary, Config: filepath.Join(root, "examples", "demo", "collector.yaml"), Log: log, Env: []string{"SPANS_FILE=" + spans},
	})
	if err != nil {
		return err
	}
	if err := errors.Join(send(ctx, p), p.Stop(ctx)); err != nil { // having stopped, it has written all
		return err
	}
	var out bytes.Buffer
	if code := cli.Run([]string{"report", "--from", spans, "--html", page}, nil, &out, &out); code != 0 {
		return fmt.Errorf("report: exit code %d: %s", code, out.String())
	}
	return nil
}

// The day of which the report is.
var (
	begin = time.Date(2026, 1, 15, 6, 0, 0, 0, time.UTC)
	turns = 500
	took  = 12 * time.Hour
)

// send sends the traffic of half a day, and turns whose timelines show much.
func send(ctx context.Context, p *collector.Process) error {
	client, hangUp, err := p.Dial()
	if err != nil {
		return err
	}
	defer func() { _ = hangUp() }()
	source := traffic.NewSource(filepath.Join(root, "testdata", "streams"), 1)
	for n := range turns {
		progress := float64(n) / float64(turns)
		td, err := source.Spans(source.Draw(traffic.Mix, progress), begin.Add(time.Duration(progress*float64(took))))
		if err != nil {
			return err
		}
		if _, err := client.Export(ctx, ptraceotlp.NewExportRequestFromTraces(td)); err != nil {
			return err
		}
	}
	for i, s := range scenes() {
		if _, err := client.Export(ctx, ptraceotlp.NewExportRequestFromTraces(s.spans(i))); err != nil {
			return err
		}
	}
	return nil
}

// A scene is a turn that is made up to be looked at.
type scene struct {
	service, model string
	deltas         []string
	runs           []scenesRun
}

// A scenesRun is a call that ran when so many deltas had come.
type scenesRun struct {
	tool, call string
	after      int
}

const end = `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`

// begun is the first delta of a call, more are the following ones.
func begun(index int, id, name string) string {
	return fmt.Sprintf(`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d,"id":%q,"type":"function","function":{"name":%q,"arguments":""}}]}}]}`, index, id, name)
}

func more(index int, fragments ...string) (deltas []string) {
	for _, f := range fragments {
		deltas = append(deltas, fmt.Sprintf(`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d,"function":{"arguments":%s}}]}}]}`, index, strconv.Quote(f)))
	}
	return deltas
}

func join(parts ...[]string) (all []string) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// scenes are two calls under one index that ran, next to one that is well; a call that
// ran before the end; and one that was cut off.
func scenes() []scene {
	reserve := []string{`{"order"`, `: "A-1`, `7", "`, `items`, `": 2}`}
	charge := []string{`{"amo`, `unt": `, `120, "`, `currency`, `": "EUR"}`}
	stock := []string{`{"sku": `, `"K-3`, `00", `, `"shop`, `": 4}`}
	var interleaved []string
	for i := range reserve {
		interleaved = append(interleaved, more(0, reserve[i])...)
		interleaved = append(interleaved, more(1, stock[i])...)
	}
	return []scene{
		{"checkout-agent", "model-b", join(
			[]string{begun(0, "call_7f1a", "reserve_items"), begun(1, "call_b210", "check_stock")}, interleaved,
			[]string{begun(0, "call_9c2e", "charge_card")}, more(0, charge...), []string{end},
		), []scenesRun{{"reserve_items", "call_7f1a", 19}, {"check_stock", "call_b210", 19}}},
		{"checkout-agent", "model-b", join(
			[]string{begun(0, "call_11d0", "charge_card")}, more(0, charge...), []string{begun(1, "call_52aa", "send_receipt")}, more(1, `{"to":`, ` "me"}`), []string{end},
		), []scenesRun{{"charge_card", "call_11d0", 6}, {"send_receipt", "call_52aa", 10}}},
		{"checkout-agent", "model-b", join([]string{begun(0, "call_e001", "search_papers")}, more(0, `{"query": `, `"tool `, `calls`)), nil},
	}
}

// every is the time from one delta to the next.
const every = 40 * time.Millisecond

// spans are the spans of a scene, one after the other by number.
func (s scene) spans(number int) ptrace.Traces {
	random := rand.New(rand.NewPCG(uint64(number), 7))
	started := begin.Add(took + time.Duration(number)*time.Minute)
	td := ptrace.NewTraces()
	resource := td.ResourceSpans().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", s.service)
	resource.Resource().Attributes().PutStr("service.instance.id", s.service)
	all := resource.ScopeSpans().AppendEmpty().Spans()
	var trace pcommon.TraceID
	for i := range trace {
		trace[i] = byte(random.Uint32())
	}
	add := func(name string, at time.Time) ptrace.Span {
		span := all.AppendEmpty()
		span.SetName(name)
		span.SetTraceID(trace)
		span.SetSpanID(pcommon.SpanID{byte(random.Uint32()), byte(random.Uint32()), byte(random.Uint32()), byte(all.Len())})
		span.SetStartTimestamp(pcommon.NewTimestampFromTime(at))
		span.SetEndTimestamp(pcommon.NewTimestampFromTime(at.Add(every * time.Duration(len(s.deltas)+1))))
		return span
	}
	span := add("chat "+s.model, started)
	span.Attributes().PutStr("gen_ai.provider.name", "self-hosted")
	span.Attributes().PutStr("gen_ai.request.model", s.model)
	var tools []string
	for _, name := range []string{"reserve_items", "check_stock", "charge_card", "send_receipt", "search_papers"} {
		tools = append(tools, fmt.Sprintf(`{"type":"function","name":%q,"parameters":{"type":"object"}}`, name))
	}
	span.Attributes().PutStr("gen_ai.tool.definitions", "["+strings.Join(tools, ",")+"]")
	for i, delta := range s.deltas {
		e := span.Events().AppendEmpty()
		e.SetName("toolverdict.delta")
		e.SetTimestamp(pcommon.NewTimestampFromTime(started.Add(every * time.Duration(i+1))))
		e.Attributes().PutInt("toolverdict.delta.sequence", int64(i))
		e.Attributes().PutStr("toolverdict.delta.payload", delta)
	}
	for _, r := range s.runs {
		run := add("execute_tool "+r.tool, started.Add(every*time.Duration(r.after)+every/2))
		run.Attributes().PutStr("gen_ai.operation.name", "execute_tool")
		run.Attributes().PutStr("gen_ai.tool.name", r.tool)
		run.Attributes().PutStr("gen_ai.tool.call.id", r.call)
	}
	return td
}
