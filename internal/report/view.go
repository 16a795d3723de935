package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/toolverdict/toolverdict/engine/finding"
)

// A turnView is a turn as the page shows it.
type turnView struct{ *Turn }

// At is when the turn began.
func (t turnView) At() string { return stamp(t.Start) }

// Kind names what the turn is of, besides the service.
func (t turnView) Kind() string { return joined(t.Provider, t.Model, t.Format) }

// maxRunsShown is how many runs of a turn are listed.
const maxRunsShown = 50

// Ran are the calls that were run.
func (t turnView) Ran() []runView {
	var runs []runView
	for _, r := range t.Runs[:min(len(t.Runs), maxRunsShown)] {
		runs = append(runs, runView{r, t.Turn})
	}
	return runs
}

type runView struct {
	Run
	of *Turn
}

// Name is what the tool is called, by its span or by the call.
func (r Run) Name() string { return cmp.Or(r.Tool, "a tool") }

// When says when the call ran.
func (r runView) When() string {
	var when []string
	for _, line := range r.of.Timelines {
		for _, p := range line.Runs {
			if p.same(&r.Run) && p.Known {
				when = append(when, placeWords(p))
			}
		}
	}
	if after := r.Start.Sub(r.of.Start).Round(time.Millisecond); !r.Start.IsZero() && !r.of.Start.IsZero() {
		when = append(when, fmt.Sprintf("%s after the turn began", after))
	}
	if len(when) == 0 {
		return "ran at a time that is not known"
	}
	return "ran " + strings.Join(when, ", ")
}

func placeWords(p PlacedRun) string {
	if p.After < 0 {
		return "before the first delta had come"
	}
	return fmt.Sprintf("after delta %d had come", p.After)
}

// maxHeadline is how many codes a headline has.
const maxHeadline = 2

// Headline are the first of the codes, the primary one in front.
func (t turnView) Headline() []string {
	codes := t.primaryFirst()
	return codes[:min(len(codes), maxHeadline)]
}

// MoreCodes is how many codes are not in the headline.
func (t turnView) MoreCodes() int { return max(0, len(t.primaryFirst())-maxHeadline) }

func (t turnView) primaryFirst() (codes []string) {
	if t.Primary != "" {
		codes = append(codes, t.Primary)
	}
	for _, code := range t.Codes {
		if code != t.Primary {
			codes = append(codes, code)
		}
	}
	return codes
}

// Timelines are those of the turn's streams.
func (t turnView) Timelines() []timelineView {
	var views []timelineView
	for _, l := range t.Turn.Timelines {
		views = append(views, timelineView{l})
	}
	return views
}

// maxPlaces is how many places of a finding are listed.
const maxPlaces = 8

// A findingView is all findings of a turn that have one code.
type findingView struct {
	Code, Level, Fault, Explanation, Advice string

	Places []string
	More   int
}

// Found are the findings, by code, the most severe first. The codes of those that no
// event tells of, or only that of a tool's span, are there too.
func (t turnView) Found() []findingView {
	var views []*findingView
	of := func(code, level string) *findingView {
		for _, v := range views {
			if v.Code == code {
				return v
			}
		}
		v := &findingView{Code: code, Level: level}
		if rule, ok := finding.Lookup(finding.ID(code)); ok {
			v.Level = cmp.Or(level, rule.Level.String())
			v.Fault, v.Explanation, v.Advice = rule.Fault.String(), rule.Explanation, rule.Advice
		}
		views = append(views, v)
		return v
	}
	for _, f := range t.Findings {
		v := of(f.Code, f.Level)
		switch {
		case f.Path == "" || slices.Contains(v.Places, f.Path):
		case len(v.Places) == maxPlaces:
			v.More++
		default:
			v.Places = append(v.Places, f.Path)
		}
	}
	for _, code := range t.Codes {
		of(code, "")
	}
	found := make([]findingView, 0, len(views))
	for _, v := range views {
		found = append(found, *v)
	}
	slices.SortStableFunc(found, func(a, b findingView) int { return cmp.Compare(severity(a, t.Primary), severity(b, t.Primary)) })
	return found
}

// severity puts the primary finding first, then errors, then what is unknown.
func severity(v findingView, primary string) int {
	switch {
	case v.Code == primary:
		return 0
	case v.Level == finding.Error.String():
		return 1
	case v.Level == finding.Unknown.String():
		return 2
	}
	return 3
}

type timelineView struct{ *Timeline }

// Title says what the timeline is of.
func (t timelineView) Title() string {
	title := "What the deltas did"
	if t.Stream != "" {
		title = "Stream " + t.Stream
	}
	return title
}

// Words say in sentences what the timeline shows: for those who can't see it, and
// those who want to be sure.
func (t timelineView) Words() []string {
	if !t.Replayed {
		return []string{"The deltas are not on the span: dropped after the verdict, or of a source that the report does not know. This is what the findings say of them."}
	}
	words := []string{count(t.Deltas, "delta") + ". " + t.ending()}
	if t.Hidden {
		words = append(words, fmt.Sprintf("There are more calls than the %d that are shown.", maxLanes))
	}
	return words
}

func (t timelineView) ending() string {
	if len(t.Timeline.Ends) == 0 {
		return "Nothing in them ended the turn in a way that releases its calls."
	}
	var names []string
	for _, n := range t.Timeline.Ends {
		if n < t.Deltas {
			names = append(names, fmt.Sprintf("delta %d", n))
		} else {
			names = append(names, "the finish reason of the span")
		}
	}
	return "The provider ended the turn in " + strings.Join(names[:min(len(names), maxPlaces)], ", ") + "."
}

// at is the place of a delta's beginning, in per cent of the width: half a delta is
// left free on both sides, for what comes before the first and after the last.
func (t timelineView) at(delta float64) float64 {
	return 100 * (delta + 0.5) / float64(max(1, t.Deltas)+1)
}

func (t timelineView) x(delta float64) string { return number(t.at(delta)) + "%" }

// Ends are the places where the provider ended a turn.
func (t timelineView) Ends() []string {
	var places []string
	for _, n := range t.Timeline.Ends[:min(len(t.Timeline.Ends), maxMarks)] {
		places = append(places, t.x(float64(min(n, t.Deltas))+0.5))
	}
	return places
}

// A tick is a mark on the axis.
type tick struct {
	X string
	N int
}

// maxTicks is how many ticks an axis has at most.
const maxTicks = 8

// Ticks number the deltas.
func (t timelineView) Ticks() []tick {
	step := 1
	for factor := 0; t.Deltas > maxTicks*step; factor++ {
		step = []int{1, 2, 5}[factor%3] * pow10(factor/3)
	}
	var ticks []tick
	for n := 0; n < t.Deltas; n += step {
		ticks = append(ticks, tick{t.x(float64(n) + 0.5), n})
	}
	return ticks
}

func pow10(n int) int {
	p := 1
	for range n {
		p *= 10
	}
	return p
}

// Lanes are the slots.
func (t timelineView) Lanes() []laneView {
	var views []laneView
	for _, l := range t.Timeline.Lanes {
		views = append(views, laneView{l, t})
	}
	return views
}

// Runs are the runs whose place is known.
func (t timelineView) Runs() []placedView {
	var views []placedView
	for _, r := range t.Timeline.Runs {
		if r.Known {
			views = append(views, placedView{r, t.x(float64(r.After + 1)), strings.TrimSpace(r.Name()+" "+r.CallID) + " ran " + placeWords(r)})
		}
	}
	return views
}

type placedView struct {
	PlacedRun
	X, Words string
}
