package relay

import (
	"encoding/binary"
	"fmt"
	"math"

	"serbench/harness/adapter"
)

// Frames: u32 length, u64 sequence, and that many bytes of one message, little-endian.

const (
	headerBytes   = 12
	lengthBytes   = 4
	sourceShift   = 48
	isBarrier     = 1 << 63
	asksForPhases = 1 << 32
)

// appendHeader appends the header of a frame.
func appendHeader(out []byte, length int, sequence uint64) []byte {
	out = binary.LittleEndian.AppendUint32(out, uint32(length))
	return binary.LittleEndian.AppendUint64(out, sequence)
}

// frame is a message as it came, and where its frame lies in the bytes of its source; or a barrier, without a message.
type frame struct {
	sequence   uint64
	message    []byte
	begin, end int
}

// number is that of the message in its source.
func (f *frame) number() uint64 {
	return f.sequence & (1<<sourceShift - 1)
}

func (f *frame) isBarrier() bool {
	return f.sequence&isBarrier != 0
}

// frames has those in the bytes of a source, in order.
type frames struct {
	bytes   []byte
	taken   int
	largest uint64
}

// next takes a frame, if all of it has come. It fails where one has a longer message than was agreed, of which nothing
// more is read.
func (f *frames) next() (frame, bool, error) {
	rest := f.bytes[f.taken:]
	if len(rest) < headerBytes {
		return frame{}, false, nil
	}
	length := uint64(binary.LittleEndian.Uint32(rest))
	found := frame{sequence: binary.LittleEndian.Uint64(rest[lengthBytes:]), begin: f.taken}
	if length > f.largest || (found.isBarrier() && length > 0) {
		return frame{}, false, refused(length, found.isBarrier(), f.largest)
	}
	end := headerBytes + length
	if uint64(len(rest)) < end {
		return frame{}, false, nil
	}
	found.message = rest[headerBytes:end:end]
	f.taken += int(end)
	found.end = f.taken
	return found, true, nil
}

func refused(length uint64, isBarrier bool, largest uint64) error {
	if isBarrier {
		return cannotGoOn("A barrier has %d bytes where none belong.", length)
	}
	return cannotGoOn("A frame of %d bytes is longer than %d.", length, largest)
}

// cannotGoOn is the failure of a relay that does not understand what has come.
func cannotGoOn(format string, words ...any) error {
	return &adapter.Failure{Outcome: "error", Detail: fmt.Sprintf(format, words...)}
}

// written is what of the frames in a buffer was written. Frames that were not, or in part, are lost.
type written struct {
	messageBytes uint64
	lostFrames   uint64
}

// whatWasWritten tells it when the first bytes of these frames were.
func whatWasWritten(bytes []byte, count int) written {
	all := frames{bytes: bytes, largest: math.MaxUint32}
	var found written
	for {
		frame, there, err := all.next()
		if !there || err != nil {
			return found
		}
		if all.taken <= count {
			found.messageBytes += uint64(len(frame.message))
		} else {
			found.lostFrames++
		}
	}
}
