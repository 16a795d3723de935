package peer

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolverdict/toolverdict/internal/streams"
)

// callsIn is how many calls each stream holds.
var callsIn = map[string]int{"a_openai_1call": 1, "b_openai_4calls": 4, "c_anthropic_2calls": 2, "d_openai_64KiB": 1, "e_text": 0}

func read(t *testing.T, p *Peer, s *streams.Stream) Reader {
	t.Helper()
	r, err := p.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	// Twice: a reader is used again and again.
	for range 2 {
		if err := r.Read(s.Deltas); err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
	}
	return r
}

func TestPeersMakeTheSameCalls(t *testing.T) {
	compared := map[string]int{}
	for _, s := range streams.All() {
		peers := All()
		want := read(t, &peers[0], &s).(Merger).Calls()
		if len(want) != callsIn[s.Name] {
			t.Errorf("%s: %d calls, want %d", s.Name, len(want), callsIn[s.Name])
		}
		for _, p := range peers[1:] {
			if !p.Reads(&s) {
				continue
			}
			if m, ok := read(t, &p, &s).(Merger); ok {
				compared[s.Name]++
				if diff := cmp.Diff(want, m.Calls()); diff != "" {
					t.Errorf("%s on %s (-engine +peer):\n%s", p.Name, s.Name, diff)
				}
			}
		}
	}
	want := map[string]int{"a_openai_1call": 4, "b_openai_4calls": 4, "c_anthropic_2calls": 2, "d_openai_64KiB": 4, "e_text": 4}
	if diff := cmp.Diff(want, compared); diff != "" {
		t.Errorf("peers compared, by stream (-want +got):\n%s", diff)
	}
}

// A peer that overlooks a broken delta may not have read it.
func TestPeersReadEveryDelta(t *testing.T) {
	for _, s := range streams.All() {
		broken := append(append([][]byte{}, s.Deltas...), []byte(`{"choices":[}`))
		for _, p := range All() {
			if !p.Reads(&s) || p.Name == Observing { // it tells nothing before the end
				continue
			}
			if err := read(t, &p, &s).Read(broken); err == nil {
				t.Errorf("%s on %s: a broken delta was not noticed", p.Name, s.Name)
			}
		}
	}
}
