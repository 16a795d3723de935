package report

import (
	"fmt"
	"strconv"
	"strings"
)

// A laneView is a slot as the page shows it.
type laneView struct {
	*Lane
	timeline timelineView
}

// Place names the slot.
func (l laneView) Place() string {
	place := l.Scope + ", slot " + strconv.FormatInt(l.Slot, 10)
	if l.Turn > 0 {
		place = "turn " + strconv.FormatInt(l.Turn+1, 10) + ", " + place
	}
	return place
}

// Name is the tool that is called, as far as it is known.
func (l laneView) Name() string {
	if l.Tool == "" {
		return "(no name)"
	}
	return l.Tool
}

// Grown says what the deltas added.
func (l laneView) Grown() string {
	fragments, bytes := 0, 0
	for _, p := range l.Pieces {
		fragments, bytes = fragments+p.Fragments, bytes+p.Bytes
	}
	switch {
	case fragments > 0:
		return count(fragments, "fragment") + ", " + count(bytes, "byte")
	case l.timeline.Replayed:
		return "no arguments"
	}
	return ""
}

// Collided says with whom the call collided.
func (l laneView) Collided() string {
	delta, ok := l.Collision()
	switch {
	case len(l.Others) > 0 && ok:
		return fmt.Sprintf("%s came under the same slot in delta %d", strings.Join(l.Others, ", "), delta)
	case len(l.Others) > 0:
		return strings.Join(l.Others, ", ") + " came under the same slot"
	case ok:
		return fmt.Sprintf("another call came under the same slot in delta %d", delta)
	}
	return ""
}

// Alt says what the lane shows.
func (l laneView) Alt() string {
	words := []string{l.Name() + " " + l.ID + ", " + l.Place()}
	if grown := l.Grown(); grown != "" {
		words = append(words, grown)
	}
	if n := len(l.Pieces); n > 0 {
		words = append(words, fmt.Sprintf("deltas %d to %d", l.Pieces[0].From, l.Pieces[n-1].To))
	}
	for _, m := range l.Marks {
		words = append(words, fmt.Sprintf("%s in delta %d", m.Code, m.Delta))
	}
	return strings.Join(words, "; ")
}

// A shape is a part of a lane, by what is drawn in it.
type shape struct{ Class, X, W, Title string }

// Shapes are the fragments. Those that came after another call had come under the
// slot may be of either.
func (l laneView) Shapes() []shape {
	var shapes []shape
	add := func(class string, from, to int, title string) {
		if from <= to {
			width := l.timeline.at(float64(to+1)) - l.timeline.at(float64(from))
			shapes = append(shapes, shape{class, l.timeline.x(float64(from)), number(width) + "%", title})
		}
	}
	collision, collided := l.Collision()
	for _, p := range l.Pieces {
		title := fmt.Sprintf("%s, %s, deltas %d to %d", count(p.Fragments, "fragment"), count(p.Bytes, "byte"), p.From, p.To)
		if !collided {
			collision = p.To + 1
		}
		add("piece", p.From, min(p.To, collision-1), title)
		add("mixed", max(p.From, collision), p.To, title+", after another call came under the slot")
	}
	return shapes
}

// Flags are the findings in deltas.
func (l laneView) Flags() []shape {
	var flags []shape
	for _, m := range l.Marks {
		flags = append(flags, shape{X: l.timeline.x(float64(m.Delta) + 0.5), Title: fmt.Sprintf("%s in delta %d", m.Code, m.Delta)})
	}
	return flags
}
