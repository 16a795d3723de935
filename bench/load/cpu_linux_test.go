package load

import (
	"os"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	got, err := parse("42 (a) b (c) S 1 42 42 0 -1 4194560 100 0 0 0 150 25 7 8 20 0 9 0 100 1 1\n")
	if err != nil || got != 1750*time.Millisecond {
		t.Errorf("got %v, %v", got, err)
	}
	for _, broken := range []string{"", "42 (a) S 1", "42 (a) S 1 42 42 0 -1 4194560 100 0 0 0 x 25 7"} {
		if got, err := parse(broken); err == nil {
			t.Errorf("%q is %v", broken, got)
		}
	}
}

func TestCPUGrows(t *testing.T) {
	before, err := cpu(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	for after := before; after == before; {
		if after, err = cpu(os.Getpid()); err != nil || after < before {
			t.Fatalf("%v after %v: %v", after, before, err)
		}
	}
}
