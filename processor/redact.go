package processor

import (
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolverdict/toolverdict/engine"
	"github.com/toolverdict/toolverdict/engine/redact"
	"github.com/toolverdict/toolverdict/internal/recording"
)

// redactionOf is what the configuration masks.
func (p *verdictProcessor) redactionOf(report *engine.Report, hint string) redact.Options {
	r := &p.config.Redaction
	return redact.Options{
		Format: report.Format, Hint: hint, Placeholder: r.Placeholders[0],
		Numbers: r.MaskNumbers, Booleans: r.MaskBooleans, IDKey: []byte(r.IDsKey),
		Limits: p.config.Limits.Engine(),
	}
}

// redact masks the payloads of recordings that were judged. What can't be masked is
// taken off.
func (p *verdictProcessor) redact(span ptrace.Span, recordings []*recording.Recording, a *annotation) {
	hint := recording.Hint(span.Attributes())
	buffer := p.buffers.Get().(*[]byte)
	defer p.buffers.Put(buffer)
	for i, r := range recordings {
		redactor, err := redact.New(p.redactionOf(a.reports[i].Report, hint))
		if err != nil { // the configuration was checked
			remove(span, recordings)
			return
		}
		*buffer = r.Feeder(span, p.config.Limits.MaxEventBytes).Redact(redactor, *buffer)
	}
}
