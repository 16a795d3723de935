package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/toolverdict/toolverdict/internal/collector"
)

const root = "../../.."

// patience is how long a test waits for any one state.
const patience = 2 * time.Minute

// The page that all tests look at, as a URL, and what opens it.
var (
	pageURL  string
	chromium context.Context
)

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	folder, err := os.MkdirTemp("", "toolverdict-report-")
	if err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	binary, err := collector.Built(root, "TOOLVERDICT_COLLECTOR", "build", "otelcol-toolverdict")
	if err != nil {
		return 1, err
	}
	page, err := filepath.Abs(filepath.Join(root, "build", "report.html")) // where people can look at it
	if err != nil {
		return 1, err
	}
	if err := writePage(binary, folder, page); err != nil {
		return 1, err
	}
	pageURL = "file://" + page
	path, err := exec.Command("./chromium.sh").Output()
	if err != nil {
		return 1, fmt.Errorf("no Chromium, see chromium.sh: %w", err)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(strings.TrimSpace(string(path))), chromedp.UserDataDir(filepath.Join(folder, "profile")),
		chromedp.NoFirstRun, chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("font-render-hinting", "none"))
	defer stop()
	browser, last := chromedp.NewContext(allocator)
	defer last()
	chromium = browser                            //nolint:fatcontext // the tests end before it does
	if err := chromedp.Do(chromium); err != nil { // the tabs of all tests are in this browser
		return 1, err
	}
	return m.Run(), nil
}

// A tab is a tab of the browser, with all that it said and asked for.
type tab struct {
	context.Context
	t *testing.T
}

// newTab opens an empty tab until the test ends.
func newTab(t *testing.T) tab {
	t.Helper()
	ctx, stop := chromedp.NewContext(chromium)
	t.Cleanup(stop)
	ctx, cancel := context.WithTimeout(ctx, patience)
	t.Cleanup(cancel)
	return tab{ctx, t}
}

// do runs actions, which must succeed.
func (b tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// get runs an action, which must succeed, and returns what it gives.
func get[T any](b tab, action chromedp.Action[T]) T {
	b.t.Helper()
	got, err := chromedp.Run(b, action)
	if err != nil {
		b.t.Fatal(err)
	}
	return got
}

// call gives the browser a command of its protocol, which must succeed.
func call[P, R any](b tab, command cdp.Command[P, R], params P) R {
	b.t.Helper()
	got, err := chromedp.Call(b, command, params)
	if err != nil {
		b.t.Fatal(err)
	}
	return got
}

// evaluate runs a script in the page and reads what it comes to.
func evaluate[T any](b tab, script string) T {
	b.t.Helper()
	return get(b, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
}
