package values

import (
	"encoding/binary"
	"errors"
	"slices"
	"unicode/utf8"
	"unsafe"
)

// fixed is a value of a width that never varies, and lies in memory as in the bytes, but for the order of its bytes.
type fixed interface {
	~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

// littleEndian says whether the machine has the order of the format.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// bytesOf is the memory of a list.
func bytesOf[T fixed](list []T) []byte {
	var element T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*int(unsafe.Sizeof(element)))
}

// turn reverses the bytes of each element, if the machine has another order.
func turn[T fixed](bytes []byte) {
	var element T
	width := int(unsafe.Sizeof(element))
	for ; !littleEndian && len(bytes) > 0; bytes = bytes[width:] {
		slices.Reverse(bytes[:width])
	}
}

// Fixed reads a list of numbers over one that was used; never nil.
func Fixed[T fixed](r *Reader, used []T) []T {
	var element T
	width := int(unsafe.Sizeof(element))
	bytes := r.Take(width * int(r.Uint32()))
	n := len(bytes) / width
	if used == nil || cap(used) < n {
		used = make([]T, n)
	}
	used = used[:n]
	copy(bytesOf(used), bytes)
	turn[T](bytesOf(used))
	return used
}

// Floats reads a list of floats over one that was used. A strict reader refuses a NaN of another pattern.
func Floats[T ~float32 | ~float64](r *Reader, used []T) []T {
	list := Fixed(r, used)
	if r.strict && !slices.Equal(bytesOf(list), bytesOf(canonicalFloats(list))) {
		r.Fail(errNan)
	}
	return list
}

// Strings reads a list of texts over one that was used. Its texts share one piece of memory, which is copied at once.
func Strings(r *Reader, used []string) []string {
	list := Sized(r, used, r.Uint32())
	begin := r.at
	for range list {
		r.Skip(int(r.Uint32()))
	}
	if r.fault != nil {
		return list[:0]
	}
	text := string(r.bytes[begin:r.at])
	at := 0
	for i := range list {
		length := int(binary.LittleEndian.Uint32(r.bytes[begin+at:]))
		at += 4 + length
		list[i] = text[at-length : at]
		if r.strict && !utf8.ValidString(list[i]) {
			r.Fail(errors.New("a string is not UTF-8"))
		}
	}
	return list
}

// AppendFixed appends a list of numbers.
func AppendFixed[T fixed](out []byte, list []T) []byte {
	out = AppendUint32(out, uint32(len(list)))
	begin := len(out)
	out = append(out, bytesOf(list)...)
	turn[T](out[begin:])
	return out
}

// AppendFloats appends a list of floats; canonical bytes have one NaN.
func AppendFloats[T ~float32 | ~float64](out []byte, list []T, canonical bool) []byte {
	if canonical {
		list = canonicalFloats(list)
	}
	return AppendFixed(out, list)
}

// canonicalFloats is the list, or a copy in which each NaN has the one pattern.
func canonicalFloats[T ~float32 | ~float64](list []T) []T {
	isNan := func(value T) bool { return value != value }
	if !slices.ContainsFunc(list, isNan) {
		return list
	}
	list = slices.Clone(list)
	for i, value := range list {
		if isNan(value) {
			list[i] = canonicalNan[T]()
		}
	}
	return list
}

func canonicalNan[T ~float32 | ~float64]() T {
	var value T
	bits := unsafe.Pointer(&value)
	if unsafe.Sizeof(value) == 4 {
		*(*uint32)(bits) = nan32
	} else {
		*(*uint64)(bits) = nan64
	}
	return value
}
