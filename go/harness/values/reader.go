package values

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
	"unsafe"
)

// The one pattern of NaN in canonical bytes.
const (
	nan32 = 0x7FC00000
	nan64 = 0x7FF8000000000000
)

// Reader reads values from the bytes of FORMAT.md, section 1. A strict one refuses every second encoding of a
// value, as a corpus is read; otherwise a NaN keeps its bits, keys may come in any order, and text is not looked at.
// After a fault it reads zeros, and Err has the first one.
type Reader struct {
	bytes  []byte
	at     int
	depth  int
	strict bool
	fault  error
}

// deepest is how deep messages that can hold themselves may lie in one another (FORMAT.md, section 1).
const deepest = 1024

// NewReader reads from the beginning of the bytes.
func NewReader(bytes []byte, strict bool) Reader { return Reader{bytes: bytes, strict: strict} }

// Err is the first fault.
func (r *Reader) Err() error { return r.fault }

// End is the first fault, or that of bytes that nothing has read.
func (r *Reader) End() error {
	if r.fault == nil && r.at != len(r.bytes) {
		return fmt.Errorf("%d bytes are left over", len(r.bytes)-r.at)
	}
	return r.fault
}

// Position is how many bytes were read.
func (r *Reader) Position() int { return r.at }

// Remaining is how many bytes are left.
func (r *Reader) Remaining() int { return len(r.bytes) - r.at }

// Fail notes a fault; nothing is left to read.
func (r *Reader) Fail(fault error) {
	if r.fault == nil {
		r.fault = fault
	}
	r.at = len(r.bytes)
}

//go:noinline
func (r *Reader) missing(wanted int) {
	r.Fail(fmt.Errorf("%d bytes are wanted and %d are there", wanted, r.Remaining()))
}

// Skip passes bytes.
func (r *Reader) Skip(count int) {
	if uint(count) > uint(len(r.bytes)-r.at) {
		r.missing(count)
		return
	}
	r.at += count
}

// Take gives the next bytes in the memory of the input.
func (r *Reader) Take(count int) []byte {
	at := r.at
	if uint(count) > uint(len(r.bytes)-at) {
		r.missing(count)
		return nil
	}
	r.at = at + count
	return r.bytes[at : at+count : at+count]
}

// Uint8 reads 1 byte.
func (r *Reader) Uint8() uint8 {
	if r.at >= len(r.bytes) {
		r.missing(1)
		return 0
	}
	r.at++
	return r.bytes[r.at-1]
}

// Uint32 reads 4 bytes.
func (r *Reader) Uint32() uint32 {
	at := r.at
	if len(r.bytes)-at < 4 {
		r.missing(4)
		return 0
	}
	r.at = at + 4
	return binary.LittleEndian.Uint32(r.bytes[at:])
}

// Uint64 reads 8 bytes.
func (r *Reader) Uint64() uint64 {
	at := r.at
	if len(r.bytes)-at < 8 {
		r.missing(8)
		return 0
	}
	r.at = at + 8
	return binary.LittleEndian.Uint64(r.bytes[at:])
}

// Bool reads 0 or 1.
func (r *Reader) Bool() bool {
	value := r.Uint8()
	if value > 1 {
		r.Fail(fmt.Errorf("a bool is 0 or 1, not %d", value))
	}
	return value == 1
}

// Present reads whether a field with presence is there.
func (r *Reader) Present() bool {
	value := r.Uint8()
	if value > 1 {
		r.Fail(fmt.Errorf("a presence byte is 0 or 1, not %d", value))
	}
	return value == 1
}

// Float32 reads a float.
func (r *Reader) Float32() float32 {
	bits := r.Uint32()
	value := math.Float32frombits(bits)
	if r.strict && value != value && bits != nan32 {
		r.Fail(errNan)
	}
	return value
}

// Float64 reads a double.
func (r *Reader) Float64() float64 {
	bits := r.Uint64()
	value := math.Float64frombits(bits)
	if r.strict && value != value && bits != nan64 {
		r.Fail(errNan)
	}
	return value
}

// String reads a text.
func (r *Reader) String() string {
	bytes := r.Take(int(r.Uint32()))
	if r.strict && !utf8.Valid(bytes) {
		r.Fail(errors.New("a string is not UTF-8"))
	}
	return string(bytes)
}

// Bytes reads a bytes value into memory that may be used again; never nil.
func (r *Reader) Bytes(used []byte) []byte {
	bytes := r.Take(int(r.Uint32()))
	if cap(used) < len(bytes) || used == nil {
		used = make([]byte, len(bytes))
	}
	used = used[:len(bytes)]
	copy(used, bytes)
	return used
}

// Enter begins a message that can hold itself.
func (r *Reader) Enter() {
	r.depth++
	if r.depth > deepest {
		r.Fail(errDeep)
	}
}

// Leave ends it.
func (r *Reader) Leave() { r.depth-- }

// Undeclared refuses the number of an enum.
func (r *Reader) Undeclared(number int32) {
	r.Fail(fmt.Errorf("the enum declares no number %d", number))
}

// Beyond refuses the position of a oneof.
func (r *Reader) Beyond(position uint32) {
	r.Fail(fmt.Errorf("the position %d is beyond the oneof's last case", position))
}

// Ascending refuses keys of a map that do not ascend, if this reader is strict.
func (r *Reader) Ascending(ascends bool) {
	if r.strict && !ascends {
		r.Fail(errors.New("the keys of a map do not ascend"))
	}
}

var (
	errNan  = errors.New("a NaN has not the canonical pattern")
	errDeep = fmt.Errorf("messages lie more than %d deep in one another", deepest)
)

// Sized gives a list of n elements in memory that may be used again; never nil. An element takes a byte at least,
// or no memory, so what the bytes claim is believed only as far as they reach.
func Sized[T any](r *Reader, used []T, n uint32) []T {
	var element T
	if int(n) > r.Remaining() && unsafe.Sizeof(element) > 0 {
		r.missing(int(n))
		n = 0
	}
	if used == nil || cap(used) < int(n) {
		return make([]T, n)
	}
	return used[:n]
}

// Map gives an empty map for n entries, one that was used if there is one.
func Map[K comparable, V any](r *Reader, used map[K]V, n uint32) map[K]V {
	if used == nil {
		return make(map[K]V, min(int(n), r.Remaining()))
	}
	clear(used)
	return used
}
