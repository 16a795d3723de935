package chart

import (
	"fmt"
	"html"
	"strings"
)

// A Box is where something is drawn, in pixels.
type Box struct{ X, Y, W, H float64 }

// A Panel is one part of a picture.
type Panel interface {
	draw(c *canvas, b Box)
}

// A Placed panel has its place.
type Placed struct {
	Panel
	Box
}

// style are the colours of all that is no series.
const style = `<style>
text { font: 12px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #4b5563 }
.panel { fill: #ffffff; stroke: #d9dde3 }
.title { font-weight: 600; fill: #1f2937 }
.grid { stroke: #e5e7eb }
.rule { stroke: #d9dde3 }
.value { fill: #1f2937 }
.big { font-size: 34px; font-weight: 600 }
.end { text-anchor: end }
.mid { text-anchor: middle }
@media (prefers-color-scheme: dark) {
  text { fill: #a3adb8 }
  .panel { fill: #161b22; stroke: #30363d }
  .title, .value { fill: #e6edf3 }
  .grid { stroke: #262c33 }
  .rule { stroke: #30363d }
}
</style>
`

// A canvas collects the elements of a picture.
type canvas struct{ strings.Builder }

// Draw draws panels into one picture of that size. It is said to show what label says
// to readers who can't see it.
func Draw(label string, width, height float64, panels []Placed) string {
	var c canvas
	fmt.Fprintf(&c, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" role="img" aria-label="%s">`+"\n%s",
		width, height, width, height, html.EscapeString(label), style)
	for _, p := range panels {
		c.rect("panel", p.Box, 4)
		p.draw(&c, p.Box)
	}
	return c.String() + "</svg>\n"
}

func (c *canvas) rect(class string, b Box, radius float64) {
	fmt.Fprintf(c, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%g"/>`+"\n", class, b.X+0.5, b.Y+0.5, b.W-1, b.H-1, radius)
}

func (c *canvas) text(class string, x, y float64, text string) {
	fmt.Fprintf(c, `<text class="%s" x="%.1f" y="%.1f">%s</text>`+"\n", class, x, y, html.EscapeString(text))
}

func (c *canvas) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(c, `<path class="%s" d="M%.1f %.1fL%.1f %.1f"/>`+"\n", class, x1, y1, x2, y2)
}

// title writes a panel's title and returns what is left of its box.
func (c *canvas) title(b Box, text string) Box {
	c.text("title", b.X+12, b.Y+21, short(text, b.W-24))
	return Box{b.X + 12, b.Y + 32, b.W - 24, b.H - 40}
}

// perRune is about how wide a character is, in pixels.
const perRune = 6.6

func width(text string) float64 { return perRune * float64(len([]rune(text))) }

// short cuts a text that is wider than there is room.
func short(text string, room float64) string {
	runes := []rune(text)
	fits := max(1, int(room/perRune))
	if len(runes) <= fits {
		return text
	}
	return string(runes[:fits-1]) + "…"
}
