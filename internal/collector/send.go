package collector

import (
	"bytes"
	"context"
	"net/http"
)

// SendJSON posts an OTLP/JSON request of spans to the collector.
func (p *Process) SendJSON(ctx context.Context, body []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+p.HTTP+"/v1/traces", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	_, err = do(request)
	return err
}
