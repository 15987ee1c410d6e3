package relay

import (
	"bytes"
	"testing"
)

func frameOf(sequence uint64, message string) []byte {
	return append(appendHeader(nil, len(message), sequence), message...)
}

func TestAHeaderIsTheLengthAndTheSequence(t *testing.T) {
	expected := []byte{5, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0}
	if got := appendHeader(nil, 5, 0x0001_0000_0000_0002); !bytes.Equal(got, expected) {
		t.Errorf("got % x", got)
	}
}

func TestFramesComeInOrderUntilOneIsIncomplete(t *testing.T) {
	stream := bytes.Join([][]byte{frameOf(3<<48|7, "ab"), frameOf(8, ""), frameOf(9, "cdef")}, nil)
	for cut := 1; cut < headerBytes+4; cut++ {
		all := frames{bytes: stream[:len(stream)-cut], largest: 64}
		first, there, err := all.next()
		if !there || err != nil || first.number() != 7 || string(first.message) != "ab" {
			t.Fatalf("first: %v %v %v", first, there, err)
		}
		second, there, err := all.next()
		if !there || err != nil || second.sequence != 8 || len(second.message) != 0 {
			t.Fatalf("second: %v %v %v", second, there, err)
		}
		if _, there, err := all.next(); there || err != nil || all.taken != 26 {
			t.Fatalf("third: %v %v after %d", there, err, all.taken)
		}
	}
}

func TestWhatIsLongerThanAgreedIsRefusedByItsHeader(t *testing.T) {
	for stream, expected := range map[string]string{
		string(appendHeader(nil, 9, 0)): "A frame of 9 bytes is longer than 8.",
		string(frameOf(1<<63, "x")):     "A barrier has 1 bytes where none belong.",
	} {
		all := frames{bytes: []byte(stream), largest: 8}
		if _, _, err := all.next(); err == nil || err.Error() != expected {
			t.Errorf("said %v", err)
		}
	}
	fitting := frames{bytes: appendHeader(nil, 8, 0), largest: 8}
	if _, there, err := fitting.next(); there || err != nil {
		t.Errorf("found %v, %v", there, err)
	}
}

func TestAFrameThatWasWrittenInPartWasNotWritten(t *testing.T) {
	stream := append(frameOf(1, "ab"), frameOf(2, "cde")...)
	for count, expected := range map[int]written{
		0: {0, 2}, 13: {0, 2}, 14: {2, 1}, 27: {2, 1}, 29: {5, 0},
	} {
		if got := whatWasWritten(stream, count); got != expected {
			t.Errorf("%d bytes: %v", count, got)
		}
	}
}
