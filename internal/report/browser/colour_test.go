package browser

import (
	_ "embed"
	"testing"
)

//go:embed contrast.js
var contrastScript string

// All text stands out from what is behind it by 4.5 to 1, and what timelines and bars
// are drawn with by 3 to 1, in both colour schemes.
func TestContrast(t *testing.T) {
	grounds := map[string]bool{}
	for _, scheme := range []string{"light", "dark"} {
		b := open(t, desktop, scheme)
		b.openAll()
		got := evaluate[struct {
			Texts, Shapes int
			Ground        string
			Weak          []string
		}](b, contrastScript)
		if got.Texts < 500 || got.Shapes < 100 {
			t.Errorf("%s: only %d texts and %d shapes were looked at", scheme, got.Texts, got.Shapes)
		}
		if len(got.Weak) > 0 {
			t.Errorf("%s: too weak:\n%q", scheme, got.Weak)
		}
		grounds[got.Ground] = true
	}
	if len(grounds) != 2 {
		t.Errorf("light and dark have the same ground: %v", grounds)
	}
}
