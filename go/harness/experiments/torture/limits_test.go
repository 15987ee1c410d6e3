package torture

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"serbench/harness/protocol"
)

const ending = "SERBENCH_ENDING"

// TestMain becomes a process that ends in one of the ways, where it is asked to.
func TestMain(m *testing.M) {
	ways := map[string]func(){"hangs": hang, "recurses": recurse, "reads on": readOn}
	if end, asked := ways[os.Getenv(ending)]; asked {
		end()
	}
	os.Exit(m.Run())
}

func hang() {
	replies, err := protocol.OpenReplies()
	if err != nil {
		os.Exit(1)
	}
	watchCPU(replies).set("decode", 1_000_000)
	for {
	}
}

func recurse() {
	if err := limitMemory(1<<20, 0); err != nil {
		os.Exit(1)
	}
	_ = caught(func() error { return errors.New(strings.Repeat("x", deeper(1))) })
	os.Exit(0)
}

func deeper(level int) int {
	if level < 0 {
		return 0
	}
	return deeper(level+1) + level
}

func readOn() {
	bytes, _, err := guardedBytes([]byte("abc"))
	if err != nil {
		os.Exit(1)
	}
	_ = caught(func() error {
		if behind(bytes) == 0 {
			os.Exit(0)
		}
		return nil
	})
	os.Exit(0)
}

func TestWhatNoCodecReturnsFromEndsTheProcess(t *testing.T) {
	const died = 2
	for _, one := range []struct {
		way, said, faulted string
		status             int
	}{
		{"hangs", "hung operation=decode\n", "", hungStatus},
		{"recurses", "", "stack overflow", died},
		{"reads on", "", "unexpected fault address", died},
	} {
		command := exec.Command(os.Args[0])
		command.Env = append(os.Environ(), ending+"="+one.way)
		said, err := command.Output()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != one.status || string(said) != one.said {
			t.Errorf("what %s: %v, %q", one.way, err, said)
			continue
		}
		if !strings.Contains(string(exit.Stderr), one.faulted) {
			t.Errorf("what %s: %.300s", one.way, exit.Stderr)
		}
	}
}

func TestGuardedBytesAreACopy(t *testing.T) {
	for _, text := range []string{"", "abc", strings.Repeat("x", os.Getpagesize())} {
		given := []byte(text)
		copied, release, err := guardedBytes(given)
		if err != nil || string(copied) != text || cap(copied) != len(text) {
			t.Fatalf("%v: %d bytes of %d", err, len(copied), len(text))
		}
		if len(given) > 0 {
			copied[0] = '?'
			if string(given) != text {
				t.Error("what was given has changed")
			}
		}
		release()
	}
}
