package traffic

// A Share is a kind of turn, how often it comes, and during which part of a run.
type Share struct {
	Turn Turn
	// Weight is how often it comes, against the weights of all others.
	Weight int
	// From and To are the part of the run in which it comes, from 0 to 1. To 0
	// stands for the whole run.
	From, To float64
}

func (s *Share) at(progress float64) bool {
	return s.To == 0 || progress >= s.From && progress < s.To
}

// Draw draws one of the shares that come when that part of the run, from 0 to 1,
// is over.
func (s *Source) Draw(shares []Share, progress float64) Turn {
	total := 0
	for i := range shares {
		if shares[i].at(progress) {
			total += shares[i].Weight
		}
	}
	if total == 0 {
		return Turn{}
	}
	at := s.random.IntN(total)
	for i := range shares {
		if !shares[i].at(progress) {
			continue
		}
		if at -= shares[i].Weight; at < 0 {
			return shares[i].Turn
		}
	}
	return Turn{}
}

// The agents of the mix.
var (
	checkout = Turn{Service: "checkout-agent", Instance: "checkout-1", Provider: "openai", Model: "model-a"}
	checkup  = Turn{Service: "checkout-agent", Instance: "checkout-2", Provider: "openai", Model: "model-a"}
	gateway  = Turn{Service: "checkout-agent", Instance: "checkout-2", Provider: "self-hosted", Model: "model-b"}
	support  = Turn{Service: "support-agent", Instance: "support-1", Provider: "anthropic", Model: "model-c"}
	search   = Turn{Service: "search-agent", Instance: "search-1", Provider: "gcp.gemini", Model: "model-d"}
	booking  = Turn{Service: "booking-agent", Instance: "booking-1", Provider: "aws.bedrock", Model: "model-e"}
)

func (t Turn) of(stream string, runs ...string) Turn {
	t.Stream, t.Runs = stream, runs
	return t
}

func (t Turn) with(evidence Evidence) Turn {
	t.Evidence = evidence
	return t
}

func (t Turn) early() Turn {
	t.Early = true
	return t
}

// Mix is a day at four agents in small. Most turns are healthy. A gateway in front
// of self-hosted models collides in the middle of the run and its adapter runs such
// calls; an SDK drops events in the last third; there is always somebody whose
// model breaks its schema, and somebody who records no deltas.
var Mix = []Share{
	{Turn: checkout.of("openai/healthy/one-call", "call_a"), Weight: 160},
	{Turn: checkup.of("openai/healthy/parallel-interleaved", "call_a", "call_b"), Weight: 110},
	{Turn: checkout.of("openai/healthy/repeated-finish-with-usage"), Weight: 12},
	{Turn: gateway.of("openai/healthy/parallel-interleaved", "call_a", "call_b"), Weight: 90},
	{Turn: gateway.of("openai/faulty/index-reused"), Weight: 3},
	{Turn: gateway.of("openai/faulty/index-reused"), Weight: 24, From: 0.42, To: 0.62},
	{Turn: gateway.of("openai/faulty/index-reused", "call_a"), Weight: 7, From: 0.45, To: 0.62},
	{Turn: checkup.of("openai/faulty/done-is-no-terminal"), Weight: 3},
	{Turn: support.of("anthropic/healthy/text-then-call", "toolu_a"), Weight: 140},
	{Turn: support.of("anthropic/healthy/text-only"), Weight: 90},
	{Turn: support.of("anthropic/faulty/stream-stops-in-block"), Weight: 5},
	{Turn: support.of("anthropic/healthy/text-then-call", "toolu_a").early(), Weight: 2, From: 0.2, To: 0.3},
	{Turn: support.of("anthropic/healthy/text-then-call").with(Dropped), Weight: 2},
	{Turn: support.of("anthropic/healthy/text-then-call").with(Dropped), Weight: 40, From: 0.7, To: 0.95},
	{Turn: support.of("anthropic/healthy/parallel").with(Gap), Weight: 12, From: 0.72, To: 0.95},
	{Turn: search.of("gemini/healthy/with-ids", "fcall_a", "fcall_b"), Weight: 120},
	{Turn: search.of("gemini/faulty/schema-violation"), Weight: 7},
	{Turn: search.of("gemini/healthy/text-only"), Weight: 40},
	{Turn: booking.of("bedrock_converse/healthy/one-call", "tooluse_a"), Weight: 60},
	{Turn: booking.of("bedrock_converse/faulty/max-tokens"), Weight: 2},
	{Turn: booking.of("bedrock_converse/healthy/one-call").with(None), Weight: 25},
}
