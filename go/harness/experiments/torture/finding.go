package torture

import (
	"fmt"
	"strings"

	"serbench/harness/protocol"
)

const longestDetail = 120

// finding is what became of an operation on malformed input (PROTOCOL.md, torture).
type finding struct {
	outcome string
	// Of an accepted value: its digest, or the touch that was read.
	digest  uint64
	touch   uint64
	touched bool
	// Of all others.
	detail string
}

func (f *finding) sentence() string {
	if f.outcome == "accepted" {
		return fmt.Sprintf("Its value has the digest %016x.", f.digest)
	}
	return f.detail
}

func (f *finding) addTo(line protocol.Line) protocol.Line {
	switch {
	case f.outcome != "accepted":
		return line.Text("detail", f.detail)
	case f.touched:
		return line.Number("touch", f.touch)
	default:
		return line.Digest("digest", f.digest)
	}
}

// panicked is how a codec ends that does not reject bytes but runs into them.
type panicked struct{ reason any }

func (p *panicked) Error() string {
	return fmt.Sprint(p.reason)
}

// failed says what an error means; opened tells whether the library had accepted the bytes before.
func failed(fault error, opened bool) finding {
	if panic, isPanic := fault.(*panicked); isPanic {
		return finding{outcome: "foreign", detail: detailOf(panic.reason, fault)}
	}
	outcome := "rejected"
	if opened {
		outcome = "fault"
	}
	return finding{outcome: outcome, detail: detailOf(fault, fault)}
}

// detailOf is the type and the message as one line of printable ASCII.
func detailOf(of any, fault error) string {
	first, _, _ := strings.Cut(fault.Error(), "\n")
	line := []byte(fmt.Sprintf("%T: %s", of, first))
	for i, unit := range line {
		if unit < ' ' || unit > '~' {
			line[i] = '?'
		}
	}
	return string(line[:min(len(line), longestDetail)])
}

// caught runs a codec's code; a panic in it is a fault of its own kind.
func caught(run func() error) (fault error) {
	defer func() {
		if reason := recover(); reason != nil {
			fault = &panicked{reason}
		}
	}()
	return run()
}
