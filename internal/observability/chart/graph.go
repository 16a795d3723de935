package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Point is a value at a time, in minutes since the beginning.
type Point struct{ Minute, Value float64 }

// A Line is one series of a graph.
type Line struct {
	Name string
	// Colour is a name of Colours; "" takes the next of the palette.
	Colour string
	Points []Point
}

// A Graph shows values over time.
type Graph struct {
	Title string
	// Unit is that of the values, as Format knows it.
	Unit string
	// Stacked puts the lines on one another, as areas.
	Stacked bool
	// Minutes is how long the time is that is shown, and Step how far apart points are
	// that belong together: where they are further apart, a line has a gap.
	Minutes, Step float64
	// Max is what the axis of values ends with; 0 lets the values decide.
	Max float64
	// Lines are drawn in their order, Marks as points of their own.
	Lines []Line
	Marks []Point
}

const (
	legendRow = 17
	axisLeft  = 52 // room for the values
	axisBelow = 18 // room for the times
)

func (g *Graph) draw(c *canvas, b Box) {
	b = c.title(b, g.Title)
	rows := g.legend(c, b)
	area := Box{b.X + axisLeft, b.Y + 4, b.W - axisLeft - 6, b.H - axisBelow - 6 - legendRow*rows}
	if len(g.Lines) == 0 {
		c.text("mid", area.X+area.W/2, area.Y+area.H/2, "no data")
		return
	}
	values := ticks(g.top())
	top := values[len(values)-1]
	x := func(minute float64) float64 { return area.X + area.W*minute/g.Minutes }
	y := func(value float64) float64 { return area.Y + area.H*(1-value/top) }
	for _, v := range values {
		c.line("grid", area.X, y(v), area.X+area.W, y(v))
		c.text("end", area.X-8, y(v)+4, Format(v, g.Unit))
	}
	for _, m := range ticks(g.Minutes) {
		if m <= g.Minutes {
			g.time(c, m, x(m), area)
		}
	}
	below := map[float64]float64{}
	for i := range g.Lines {
		if g.Stacked {
			g.areaOf(c, i, below, x, y)
		} else {
			g.lineOf(c, i, x, y)
		}
	}
	for _, m := range g.Marks {
		if m.Value <= top {
			fmt.Fprintf(c, `<path d="M%.1f %.1fl3 3l-3 3l-3 -3z" fill="none" stroke="%s"/>`+"\n", x(m.Minute), y(m.Value)-3, Colours["text"])
		}
	}
}

// time writes a time below the axis, within the area.
func (g *Graph) time(c *canvas, minute, x float64, area Box) {
	class, text := "mid", fmt.Sprintf("%g min", minute)
	if x+width(text)/2 > area.X+area.W {
		class = "end"
	}
	c.text(class, x, area.Y+area.H+16, text)
}

func (g *Graph) colour(i int) string {
	if name := g.Lines[i].Colour; name != "" {
		return Colours[name]
	}
	return Colours[palette[i%len(palette)]]
}

// top is the highest value, or the highest sum of those that are stacked.
func (g *Graph) top() float64 {
	if g.Max > 0 {
		return g.Max
	}
	top, sums := 0.0, map[float64]float64{}
	for _, l := range g.Lines {
		for _, p := range l.Points {
			if g.Stacked {
				sums[p.Minute] += p.Value
				top = max(top, sums[p.Minute])
			} else {
				top = max(top, p.Value)
			}
		}
	}
	return top
}

// lineOf draws a line, with gaps where there are no points.
func (g *Graph) lineOf(c *canvas, i int, x, y func(float64) float64) {
	var d strings.Builder
	last := math.Inf(-1)
	for _, p := range g.Lines[i].Points {
		command := "L"
		if p.Minute-last > g.Step*1.5 {
			command = "M"
		}
		fmt.Fprintf(&d, "%s%.1f %.1f", command, x(p.Minute), y(p.Value))
		last = p.Minute
	}
	fmt.Fprintf(c, `<path d="%s" fill="none" stroke="%s" stroke-width="1.8" stroke-linejoin="round"/>`+"\n", d.String(), g.colour(i))
}

// areaOf draws a line on what is below, and adds itself to that. Each run of points
// without a gap is an area of its own.
func (g *Graph) areaOf(c *canvas, i int, below map[float64]float64, x, y func(float64) float64) {
	for _, points := range runs(g.Lines[i].Points, g.Step*1.5) {
		var d strings.Builder
		for n, p := range points {
			fmt.Fprintf(&d, "%s%.1f %.1f", command(n), x(p.Minute), y(below[p.Minute]+p.Value))
		}
		for _, p := range slices.Backward(points) {
			fmt.Fprintf(&d, "L%.1f %.1f", x(p.Minute), y(below[p.Minute]))
		}
		for _, p := range points {
			below[p.Minute] += p.Value
		}
		fmt.Fprintf(c, `<path d="%sz" fill="%s" fill-opacity="0.85"/>`+"\n", d.String(), g.colour(i))
	}
}

func command(n int) string {
	if n == 0 {
		return "M"
	}
	return "L"
}

// runs cuts points where they are further apart than that.
func runs(points []Point, gap float64) (all [][]Point) {
	begin := 0
	for i := range points {
		if i > 0 && points[i].Minute-points[i-1].Minute > gap {
			all = append(all, points[begin:i])
			begin = i
		}
	}
	return append(all, points[begin:])
}

// legend names the lines below the graph and returns how many rows that took.
func (g *Graph) legend(c *canvas, b Box) float64 {
	rows := [][]int{{}}
	room := b.W
	for i, l := range g.Lines {
		w := width(l.Name) + 30
		if w > room && len(rows[len(rows)-1]) > 0 {
			rows = append(rows, nil)
			room = b.W
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], i)
		room -= w
	}
	for r, row := range rows {
		x, y := b.X, b.Y+b.H-legendRow*float64(len(rows)-1-r)
		for _, i := range row {
			fmt.Fprintf(c, `<rect x="%.1f" y="%.1f" width="10" height="10" rx="2" fill="%s"/>`+"\n", x, y-9, g.colour(i))
			c.text("", x+15, y, short(g.Lines[i].Name, b.W-20))
			x += width(g.Lines[i].Name) + 30
		}
	}
	return float64(len(rows))
}
