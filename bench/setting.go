package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/klauspost/cpuid/v2"
)

// versioned are the modules whose version a reader needs to judge the figures.
var versioned = []string{
	"github.com/openai/openai-go/v3",
	"github.com/anthropics/anthropic-sdk-go/v2",
	"github.com/sashabaranov/go-openai",
	"github.com/go-json-experiment/json",
	"go.opentelemetry.io/collector/pdata",
	"github.com/open-telemetry/opentelemetry-collector-contrib/processor/transformprocessor",
}

// setting says where, when and on what was measured.
func setting(o options) string {
	return fmt.Sprintf("Measured on %s: %s/%s, %s, %d logical cores of which one is used, %s; medians of %d rounds.\n\n%s\n",
		time.Now().UTC().Format(time.DateOnly), runtime.GOOS, runtime.GOARCH, cmp.Or(cpuid.CPU.BrandName, "unknown processor"),
		runtime.NumCPU(), runtime.Version(), o.gauge.Rounds, versions())
}

func versions() string {
	info, _ := debug.ReadBuildInfo()
	found := map[string]string{}
	for _, m := range info.Deps {
		found[m.Path] = m.Version
	}
	var list []string
	for _, path := range versioned {
		list = append(list, "`"+path+"` "+found[path])
	}
	return strings.Join(list, ", ") + "."
}
