package browser

import (
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

const (
	desktop = 1280
	phone   = 360
)

// open opens the page in a window of that width and in that colour scheme.
func open(t *testing.T, width int64, scheme string) tab {
	t.Helper()
	b := newTab(t)
	b.do(chromedp.EmulateViewport(width, 900))
	b.media("", scheme)
	b.do(chromedp.Navigate(pageURL))
	return b
}

// media sets the medium, "" for the screen, and the colour scheme.
func (b tab) media(medium, scheme string) {
	b.t.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: medium, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
}

// openAll opens all details.
func (b tab) openAll() {
	b.t.Helper()
	if n := evaluate[int](b, `(() => { const all = [...document.querySelectorAll("details")]; all.forEach(d => d.open = true); return all.length })()`); n < 10 {
		b.t.Fatalf("there are only %d turns to look at", n)
	}
}

// The page says nothing on the console and asks for nothing but itself.
func TestSilence(t *testing.T) {
	b := newTab(t)
	var said, asked []string
	if err := chromedp.Listen(b, func(event any) {
		switch e := event.(type) {
		case *runtime.EventConsoleAPICalled:
			said = append(said, "console: "+string(e.Type))
		case *runtime.EventExceptionThrown:
			said = append(said, "exception: "+e.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			said = append(said, e.Entry.Text)
		case *network.EventRequestWillBeSent:
			asked = append(asked, e.Request.URL)
		}
	}); err != nil {
		t.Fatal(err)
	}
	call(b, network.Enable, network.EnableParams{})
	b.do(chromedp.Navigate(pageURL))
	b.openAll()
	if n := evaluate[int](b, `document.scripts.length`); n != 0 {
		t.Errorf("%d scripts", n)
	}
	if diff := cmp.Diff([]string{pageURL}, slices.DeleteFunc(asked, func(url string) bool { return url == "data:," })); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	if len(said) > 0 {
		t.Errorf("the console says %q", said)
	}
}

// What somebody might smuggle into the page loads nothing: the page's own policy
// forbids it.
func TestPolicy(t *testing.T) {
	b := open(t, desktop, "light")
	got := evaluate[[]string](b, `new Promise(done => {
		const add = (name, set) => { const e = document.createElement(name); set(e); document.body.append(e) };
		const wanted = 7, seen = [];
		document.addEventListener("securitypolicyviolation", e => {
			seen.push(e.effectiveDirective);
			if (seen.length === wanted) done(seen.sort());
		});
		const away = "http://127.0.0.1:1/";
		add("img", e => e.src = away);
		add("script", e => e.src = away);
		add("script", e => e.textContent = "document.title = 'run'");
		add("link", e => { e.rel = "stylesheet"; e.href = away });
		add("style", e => e.textContent = "body { background: url(" + away + ") }");
		add("iframe", e => e.src = away);
		add("video", e => e.src = away);
	})`)
	want := []string{"frame-src", "img-src", "media-src", "script-src-elem", "script-src-elem", "style-src-elem", "style-src-elem"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("violations (-want +got):\n%s", diff)
	}
	if title := get(b, chromedp.Title()); title != "toolverdict report" {
		t.Errorf("a script made the title %q", title)
	}
}

// Nothing sticks out of the page, neither on a desk nor on a phone, and what is wide
// can be scrolled in its own place.
func TestNoOverflow(t *testing.T) {
	for _, width := range []int64{desktop, phone} {
		b := open(t, width, "light")
		b.openAll()
		if got := evaluate[int64](b, `document.documentElement.scrollWidth`); got != width {
			t.Errorf("the page is %d wide, the window %d", got, width)
		}
		if out := evaluate[[]string](b, `[...document.querySelectorAll("main *, header *, footer *")].filter(e => {
			const r = e.getBoundingClientRect();
			return r.right > innerWidth + 1 && !e.closest(".wide, svg");
		}).map(e => e.outerHTML.slice(0, 80))`); len(out) > 0 {
			t.Errorf("at %d these stick out: %q", width, out)
		}
	}
}

// On paper all turns are open, and nothing is cut off at the side.
func TestPrint(t *testing.T) {
	b := open(t, 794, "light") // A4 at 96 dots an inch
	closed := evaluate[int](b, `document.querySelectorAll("details:not([open])").length`)
	b.media("print", "light")
	if hidden := evaluate[[]string](b, `[...document.querySelectorAll(".turn")].filter(e => !e.checkVisibility({contentVisibilityAuto: true}) || e.getBoundingClientRect().height === 0).map(e => e.textContent.slice(0, 80))`); closed == 0 || len(hidden) > 0 {
		t.Errorf("%d turns are closed on the screen, and %d missing on paper: %q", closed, len(hidden), hidden)
	}
	if got := evaluate[int](b, `document.documentElement.scrollWidth`); got != 794 {
		t.Errorf("the page is %d wide, the paper 794", got)
	}
}
