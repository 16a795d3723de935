package schema

import (
	"net/url"
	"strings"
)

// A link is a reference from one place of the document to another.
type link struct {
	path   string // where it stands
	target string // what it says
}

// checkLinks wants every reference to end at a schema of the document. What it
// ends at elsewhere has not been surveyed: data, unknown keywords, or another
// document.
func (s *survey) checkLinks() {
	for _, l := range s.links {
		if !s.resolves(l.target) {
			s.invalid(l.path)
		}
	}
}

func (s *survey) resolves(target string) bool {
	if s.ids {
		return true // the library resolves it, and the graph is checked then
	}
	fragment, local := strings.CutPrefix(target, "#")
	if !local && target != "" {
		return false
	}
	name, err := url.PathUnescape(fragment)
	if err != nil {
		return false
	}
	if name == "" || name[0] == '/' {
		return s.schemas[name]
	}
	return s.anchors[name]
}
