package browser

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// The pictures are for people: whoever changes the page looks at them.
func TestScreenshots(t *testing.T) {
	for _, c := range []struct {
		name, scheme  string
		width, height int64
	}{
		{"report-desktop-light.png", "light", desktop, 1700},
		{"report-phone-dark.png", "dark", phone, 2600},
	} {
		b := open(t, c.width, c.scheme)
		b.do(chromedp.EmulateViewport(c.width, c.height, chromedp.EmulateScale(2)))
		if err := os.WriteFile(filepath.Join(root, "build", c.name), get(b, chromedp.CaptureScreenshot()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// The picture of the README is the page without its table of findings, down to what
// ran in the first turn. It goes to docs/images by hand, through pngquant.
func TestScreenshotForReadme(t *testing.T) {
	b := open(t, 1100, "light")
	height := evaluate[float64](b, `(() => {
		document.querySelector("section[aria-labelledby=findings]").remove();
		const ran = document.querySelector(".turn > ul");
		ran.parentElement.querySelectorAll(":scope > ul ~ *").forEach(e => e.remove());
		document.querySelectorAll("details:not([open]), footer").forEach(e => e.remove());
		return ran.closest("details").getBoundingClientRect().bottom + 16;
	})()`)
	b.do(chromedp.EmulateViewport(1100, int64(height), chromedp.EmulateScale(1.5)))
	if err := os.WriteFile(filepath.Join(root, "build", "report-readme.png"), get(b, chromedp.CaptureScreenshot()), 0o600); err != nil {
		t.Fatal(err)
	}
}
