package chart

import "fmt"

// A Stat shows one number.
type Stat struct {
	Title, Text string
	// Colour is a name of Colours, "" that of text.
	Colour string
}

func (s *Stat) draw(c *canvas, b Box) {
	b = c.title(b, s.Title)
	colour := ""
	if s.Colour != "" && s.Colour != "text" {
		colour = fmt.Sprintf(` style="fill:%s"`, Colours[s.Colour])
	}
	fmt.Fprintf(c, `<text class="value big mid"%s x="%.1f" y="%.1f">%s</text>`+"\n", colour, b.X+b.W/2, b.Y+b.H/2+10, s.Text)
}

// A Table shows rows of text. Columns of numbers stand to the right.
type Table struct {
	Title   string
	Columns []string
	Numbers []bool
	Rows    [][]string
}

func (t *Table) draw(c *canvas, b Box) {
	const row = 24
	b = c.title(b, t.Title)
	widths := t.widths(b.W)
	x := b.X
	for i, name := range t.Columns {
		t.cell(c, i, "title", x, b.Y+14, widths[i], name)
		x += widths[i]
	}
	for r, cells := range t.Rows {
		y := b.Y + 14 + row*float64(r+1)
		if y > b.Y+b.H {
			return
		}
		c.line("rule", b.X, y-16, b.X+b.W, y-16)
		x := b.X
		for i, text := range cells {
			t.cell(c, i, "value", x, y, widths[i], text)
			x += widths[i]
		}
	}
}

func (t *Table) cell(c *canvas, column int, class string, x, y, w float64, text string) {
	if t.Numbers[column] {
		c.text(class+" end", x+w-4, y, short(text, w))
		return
	}
	c.text(class, x, y, short(text, w-between/2))
}

// between is the room between columns.
const between = 14

// widths shares the room by the longest text of each column.
func (t *Table) widths(room float64) []float64 {
	widths := make([]float64, len(t.Columns))
	total := 0.0
	for i, name := range t.Columns {
		widths[i] = width(name) + between
		for _, row := range t.Rows {
			widths[i] = max(widths[i], width(row[i])+between)
		}
		total += widths[i]
	}
	for i := range widths {
		widths[i] *= room / total
	}
	return widths
}

// A Note says something in place of a panel that can't be drawn.
type Note struct{ Title, Text string }

func (n *Note) draw(c *canvas, b Box) {
	b = c.title(b, n.Title)
	c.text("mid", b.X+b.W/2, b.Y+b.H/2, short(n.Text, b.W))
}
