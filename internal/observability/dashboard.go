package observability

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"
)

// A Dashboard is what is read of a Grafana dashboard.
type Dashboard struct {
	Title  string  `json:"title"`
	Panels []Panel `json:"panels"`

	Annotations struct {
		List []struct {
			Expr string `json:"expr"`
		} `json:"list"`
	} `json:"annotations"`
	Templating struct {
		List []variable `json:"list"`
	} `json:"templating"`
}

type variable struct {
	Name       string `json:"name"`
	Type       string `json:"type"`
	Definition string `json:"definition"`
}

// A Panel is one panel of a dashboard; a row is one too.
type Panel struct {
	ID          int        `json:"id"`
	Type        string     `json:"type"`
	Title       string     `json:"title"`
	Description string     `json:"description"`
	Datasource  Datasource `json:"datasource"`
	Targets     []Target   `json:"targets"`
	Place       struct {
		X int `json:"x"`
		Y int `json:"y"`
		W int `json:"w"`
		H int `json:"h"`
	} `json:"gridPos"`
	Fields struct {
		Defaults  Field `json:"defaults"`
		Overrides []struct {
			Matcher struct {
				Options any `json:"options"`
			} `json:"matcher"`
			Properties []struct {
				ID    string `json:"id"`
				Value any    `json:"value"`
			} `json:"properties"`
		} `json:"overrides"`
	} `json:"fieldConfig"`
	Transformations []struct {
		Options struct {
			Rename map[string]string `json:"renameByName"`
		} `json:"options"`
	} `json:"transformations"`
}

// A Field says how values are shown.
type Field struct {
	Unit       string   `json:"unit"`
	Max        *float64 `json:"max"`
	Decimals   *int     `json:"decimals"`
	Thresholds struct {
		Steps []struct {
			Color string   `json:"color"`
			Value *float64 `json:"value"`
		} `json:"steps"`
	} `json:"thresholds"`
	Custom struct {
		Stacking struct {
			Mode string `json:"mode"`
		} `json:"stacking"`
	} `json:"custom"`
}

// A Datasource is where a panel's data come from.
type Datasource struct {
	Type string `json:"type"`
	UID  string `json:"uid"`
}

// A Target is one query of a panel.
type Target struct {
	RefID      string     `json:"refId"`
	Datasource Datasource `json:"datasource"`
	Expr       string     `json:"expr"`
	Legend     string     `json:"legendFormat"`
	Instant    bool       `json:"instant"`
	Exemplar   bool       `json:"exemplar"`
}

// ReadDashboard reads a dashboard from its file.
func ReadDashboard(path string) (*Dashboard, error) {
	text, err := os.ReadFile(path) //nolint:gosec // the caller names the file
	if err != nil {
		return nil, err
	}
	var d Dashboard
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &d, nil
}

// labelValues is how a variable asks for the values of a label.
var labelValues = regexp.MustCompile(`^label_values\((.+), (\w+)\)$`)

// Queries lists every query of the dashboard in PromQL, with what it is of. A
// variable's is turned into the query that needs the same series and label.
func (d *Dashboard) Queries() map[string]string {
	queries := map[string]string{}
	for _, a := range d.Annotations.List {
		queries["annotations"] = a.Expr
	}
	for _, v := range d.Templating.List {
		if m := labelValues.FindStringSubmatch(v.Definition); m != nil {
			queries["variable "+v.Name] = fmt.Sprintf("count by (%s) (%s)", m[2], m[1])
		}
	}
	for _, p := range d.Panels {
		for _, t := range p.Targets {
			if t.Datasource.Type == "prometheus" {
				queries[fmt.Sprintf("panel %q, %s", p.Title, t.RefID)] = t.Expr
			}
		}
	}
	return queries
}

// Fill puts values in place of Grafana's variables: everything is selected.
func Fill(query, rateInterval, span string) string {
	return strings.NewReplacer("$__rate_interval", rateInterval, "$__range", span, "$service", ".*", "$provider", ".*").Replace(query)
}
