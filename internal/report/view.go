package report

import (
	"fmt"
	"strings"
)

// A turnView is a turn as the page shows it.
type turnView struct{ *Turn }

// At is when the turn began.
func (t turnView) At() string { return stamp(t.Start) }

// Runs are the calls that were run, with the time as the page shows it.
func (t turnView) Runs() []runView {
	var runs []runView
	for _, r := range t.Turn.Runs {
		runs = append(runs, runView{r, fmt.Sprintf("%s after the span began", r.Start.Sub(t.Start))})
	}
	return runs
}

type runView struct {
	Run
	When string
}

// Timelines are those of the turn's streams.
func (t turnView) Timelines() []timelineView {
	var views []timelineView
	for _, l := range t.Turn.Timelines {
		views = append(views, timelineView{l})
	}
	return views
}

type timelineView struct{ *Timeline }

// Lanes are the slots.
func (t timelineView) Lanes() []laneView {
	var views []laneView
	for _, l := range t.Timeline.Lanes {
		views = append(views, laneView{l, t.Timeline})
	}
	return views
}

// Ending says where the turns ended.
func (t timelineView) Ending() string {
	if !t.Replayed {
		return ""
	}
	if len(t.Terminals) == 0 {
		return "The provider never ended the turn."
	}
	var words []string
	for _, n := range t.Terminals {
		words = append(words, fmt.Sprintf("delta %d", n))
	}
	return "The provider ended the turn in " + strings.Join(words, ", ") + "."
}

// RunWords say when calls ran, by the deltas.
func (t timelineView) RunWords() []string {
	var words []string
	for _, r := range t.Runs {
		switch {
		case !r.Known:
			words = append(words, r.Tool+" ran; the deltas have no times to hold against it.")
		case r.After < 0:
			words = append(words, r.Tool+" ran before the first delta came.")
		default:
			words = append(words, fmt.Sprintf("%s ran when delta %d had come.", r.Tool, r.After))
		}
	}
	return words
}

type laneView struct {
	*Lane
	timeline *Timeline
}

// Alt says what the lane shows.
func (l laneView) Alt() string {
	return strings.Join(append([]string{l.Label()}, l.Words()...), "; ")
}

// A rect is a part of a lane of 1000 by 20.
type rect struct {
	Class string
	X, W  string
	Y, H  int
	Title string
}

// Rects are the lane's fragments, findings, the ends of its turn and the runs.
func (l laneView) Rects() []rect {
	n := float64(max(1, l.timeline.Deltas))
	at := func(delta float64) float64 { return 1000 * delta / n }
	var rects []rect
	for _, p := range l.Pieces {
		rects = append(rects, rect{
			"piece", number(at(float64(p.From))), number(at(float64(p.To - p.From + 1))), 4, 12,
			fmt.Sprintf("%d fragments, %d bytes, deltas %d to %d", p.Fragments, p.Bytes, p.From, p.To),
		})
	}
	line := func(class string, x, width float64, title string) {
		x = min(max(0, x-width/2), 1000-width)
		rects = append(rects, rect{class, number(x), number(width), 0, 20, title})
	}
	for _, d := range l.timeline.Terminals {
		line("end", at(float64(d)+0.5), 4, fmt.Sprintf("the provider ended the turn in delta %d", d))
	}
	for _, m := range l.Marks {
		line("fail", at(float64(m.Delta)+0.5), 8, fmt.Sprintf("%s in delta %d", m.Code, m.Delta))
	}
	for _, r := range l.timeline.Runs {
		if r.Known && (r.CallID == "" || l.ID == "" || r.CallID == l.ID) {
			line("ran", at(float64(r.After+1)), 6, r.Tool+" ran")
		}
	}
	return rects
}
