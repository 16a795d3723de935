package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"
)

const (
	// numbered gives whatever can be used a number, in the order of the page.
	numbered = `(() => {
		const all = [...document.querySelectorAll("a[href], summary, [tabindex], button, input")];
		all.forEach((e, i) => e.dataset.number = i);
		return all.length;
	})()`
	// focused is the number of what has the focus, and whether that can be seen.
	focused = `(() => {
		const e = document.activeElement, style = getComputedStyle(e), r = e.getBoundingClientRect();
		return {
			Number: Number(e.dataset.number ?? -1),
			Seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && r.width > 0 && r.left >= 0 && r.top < innerHeight && r.bottom > 0,
		};
	})()`
)

// A focus is where the keyboard is.
type focus struct {
	Number int
	Seen   bool
}

// The Tab key comes by everything that can be used, in the order of the page, and it
// can be seen where it is.
func TestTabReachesAll(t *testing.T) {
	b := open(t, desktop, "light")
	n := evaluate[int](b, numbered)
	if n < 12 {
		t.Fatalf("only %d things can be used", n)
	}
	var want, got []focus
	for i := range n {
		b.do(chromedp.KeyEvent(kb.Tab))
		want = append(want, focus{i, true})
		got = append(got, evaluate[focus](b, focused))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Enter and Space open and close a turn, and the link at the top skips to the turns.
func TestKeysOpenAndSkip(t *testing.T) {
	b := open(t, desktop, "light")
	const isOpen = `document.querySelectorAll("details")[1].open`
	evaluate[bool](b, `(document.querySelectorAll("summary")[1].focus(), true)`)
	for i, key := range []string{kb.Enter, " ", " ", kb.Enter} {
		b.do(chromedp.KeyEvent(key))
		if got, want := evaluate[bool](b, isOpen), i%2 == 0; got != want {
			t.Errorf("after key %d the turn is open: %v", i, got)
		}
	}
	b = open(t, desktop, "light")
	b.do(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
	if top := evaluate[float64](b, `document.getElementById("turns").getBoundingClientRect().top`); top < 0 || top > 100 {
		t.Errorf("the turns are at %v", top)
	}
	b.do(chromedp.KeyEvent(kb.Tab))
	if next := evaluate[string](b, `document.activeElement.localName`); next != "summary" {
		t.Errorf("the first thing after the link is a %s", next)
	}
}
