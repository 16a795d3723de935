package browser

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/google/go-cmp/cmp"
)

// A node is what a screen reader knows of a part of the page.
type node struct{ Role, Name string }

// nodes are those of the accessibility tree, in the order of the page.
func (b tab) nodes() (all []node) {
	b.t.Helper()
	call(b, accessibility.Enable, cdp.Empty{})
	byID := map[accessibility.NodeID]*accessibility.Node{}
	nodes := call(b, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes
	for _, n := range nodes {
		byID[n.NodeID] = n
	}
	var walk func(n *accessibility.Node)
	walk = func(n *accessibility.Node) {
		if !n.Ignored {
			all = append(all, node{textOf(b.t, n.Role), textOf(b.t, n.Name)})
		}
		for _, id := range n.ChildIDs {
			if child := byID[id]; child != nil {
				walk(child)
			}
		}
	}
	walk(nodes[0])
	return all
}

func textOf(t *testing.T, v *accessibility.Value) (text string) {
	t.Helper()
	if v == nil || len(v.Value) == 0 {
		return ""
	}
	if err := json.Unmarshal(v.Value, &text); err != nil {
		t.Fatal(err)
	}
	return text
}

// The page has the landmarks, headings and tables that it seems to have, and all that
// needs a name has one.
func TestAccessibilityTree(t *testing.T) {
	b := open(t, desktop, "light")
	b.openAll()
	var landmarks, headings []node
	count := map[string]int{}
	for _, n := range b.nodes() {
		count[n.Role]++
		switch n.Role {
		case "banner", "main", "contentinfo", "region", "navigation", "table":
			landmarks = append(landmarks, n)
		case "heading":
			headings = append(headings, n)
		}
		named := []string{"heading", "columnheader", "rowheader", "image", "img", "link", "table", "region", "DisclosureTriangle", "list"}
		if slices.Contains(named, n.Role) && n.Name == "" && n.Role != "list" {
			t.Errorf("a %s has no name", n.Role)
		}
	}
	want := []node{
		{"banner", ""},
		{"main", ""},
		{"region", "Verdicts by service"},
		{"region", "Table of verdicts by service"},
		{"table", "Turns by verdict, the service with most trouble first. The bar leaves out turns without calls."},
		{"region", "Findings over time"},
		{"region", "Table of findings"},
		{"table", "Turns with each finding. A bar is 15 minutes."},
		{"region", "The worst turns"},
		{"contentinfo", ""},
	}
	if diff := cmp.Diff(want, landmarks); diff != "" {
		t.Errorf("landmarks and tables (-want +got):\n%s", diff)
	}
	for i, name := range []string{"toolverdict report", "Verdicts by service", "Findings over time", "The worst turns"} {
		if headings[i].Name != name {
			t.Errorf("heading %d is %q, want %q", i, headings[i].Name, name)
		}
	}
	if first := headings[4].Name; !strings.HasPrefix(first, "fail") || !strings.Contains(first, "failed open") || !strings.Contains(first, "checkout-agent") {
		t.Errorf("the first turn is called %q", first)
	}
	for role, least := range map[string]int{"columnheader": 14, "rowheader": 10, "image": 40, "DisclosureTriangle": 10} {
		if count[role] < least {
			t.Errorf("%d of role %s, want %d or more; there are %v", count[role], role, least, count)
		}
	}
}
