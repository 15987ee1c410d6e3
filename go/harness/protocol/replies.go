package protocol

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// Line is one line of a reply: a tag, then pairs.
type Line struct{ text []byte }

// NewLine begins a line with its tag.
func NewLine(tag string) Line { return Line{[]byte(tag)} }

// Text adds a text, percent-encoded where PROTOCOL.md says so.
func (line Line) Text(key, value string) Line {
	text := line.key(key)
	for _, unit := range []byte(value) {
		if unit <= ' ' || unit >= 0x7F || unit == '%' {
			text = fmt.Appendf(text, "%%%02X", unit)
		} else {
			text = append(text, unit)
		}
	}
	return Line{text}
}

// Number adds a number.
func (line Line) Number(key string, value uint64) Line {
	return Line{strconv.AppendUint(line.key(key), value, 10)}
}

// Index adds a number that counts.
func (line Line) Index(key string, value int) Line { return line.Number(key, uint64(value)) }

// Digest adds 16 hexadecimal digits.
func (line Line) Digest(key string, value uint64) Line {
	return Line{fmt.Appendf(line.key(key), "%016x", value)}
}

func (line Line) String() string { return string(line.text) }

func (line Line) key(key string) []byte {
	text := append(line.text[:len(line.text):len(line.text)], ' ')
	return append(append(text, key...), '=')
}

// Replies writes lines to the true standard output, which it takes for itself.
type Replies struct{ output *os.File }

// OpenReplies sends to standard error whatever else writes to standard output from then on.
func OpenReplies() (*Replies, error) {
	output, err := syscall.Dup(1)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(output)
	if err := redirect(2, 1); err != nil {
		return nil, err
	}
	return &Replies{os.NewFile(uintptr(output), "replies")}, nil
}

// Send writes a line at once, so that what was said before a crash is known.
func (replies *Replies) Send(line Line) error {
	if _, err := replies.output.Write(append(line.text, '\n')); err != nil {
		return Refuse("The reply cannot be written: %v.", err)
	}
	return nil
}
