package relay

import (
	"bytes"
	"os"
	"strings"
	"syscall"
	"testing"
)

// pair has two ends of a connection.
func pair(t *testing.T) (*connection, *os.File) {
	t.Helper()
	sockets, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	other := os.NewFile(uintptr(sockets[1]), "other")
	t.Cleanup(func() { other.Close() })
	return &connection{socket: sockets[0], open: true}, other
}

// gatheredOf gathers every frame of a stream but those with the skipped sequence.
func gatheredOf(t *testing.T, stream []byte, skipped uint64) (*gathered, []byte) {
	t.Helper()
	all := frames{bytes: stream, largest: 1 << 20}
	var found gathered
	var expected []byte
	for {
		frame, there, err := all.next()
		if err != nil {
			t.Fatal(err)
		}
		if !there {
			return &found, expected
		}
		if frame.sequence != skipped {
			found.add(&frame)
			expected = append(expected, stream[frame.begin:frame.end]...)
		}
	}
}

func TestLargeFramesAreWrittenFromWhereTheyLie(t *testing.T) {
	large := strings.Repeat("x", leastPieceBytes)
	stream := bytes.Join([][]byte{
		frameOf(1, "ab"), frameOf(0, ""), frameOf(2, large), frameOf(0, ""), frameOf(3, "c"), frameOf(0, ""), frameOf(4, "d"),
	}, nil)
	found, expected := gatheredOf(t, stream, 0)
	to, other := pair(t)
	sent, copied := found.write(stream, to)
	to.close()
	got := make([]byte, len(expected)+1)
	count, _ := other.Read(got)
	if !bytes.Equal(got[:count], expected) {
		t.Errorf("%d bytes came of %d", count, len(expected))
	}
	if sent != (written{uint64(2 + len(large) + 1 + 1), 0}) || copied != 3*headerBytes+4 {
		t.Errorf("sent %v, copied %d", sent, copied)
	}
	if again, _ := found.write(stream, to); again != (written{}) {
		t.Errorf("written again: %v", again)
	}
}

func TestASinkThatIsGoneLosesItsFrames(t *testing.T) {
	stream := append(frameOf(1, "ab"), frameOf(2, "cde")...)
	found, _ := gatheredOf(t, stream, 0)
	to, other := pair(t)
	other.Close()
	if sent, _ := found.write(stream, to); sent != (written{0, 2}) || to.open {
		t.Errorf("sent %v, open: %v", sent, to.open)
	}
}
