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
