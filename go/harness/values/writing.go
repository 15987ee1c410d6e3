package values

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// AppendBool appends 0 or 1.
func AppendBool(out []byte, value bool) []byte {
	if value {
		return append(out, 1)
	}
	return append(out, 0)
}

// AppendUint32 appends 4 bytes.
func AppendUint32(out []byte, value uint32) []byte {
	return binary.LittleEndian.AppendUint32(out, value)
}

// AppendUint64 appends 8 bytes.
func AppendUint64(out []byte, value uint64) []byte {
	return binary.LittleEndian.AppendUint64(out, value)
}

// AppendFloat32 appends a float; canonical bytes have one NaN.
func AppendFloat32(out []byte, value float32, canonical bool) []byte {
	bits := math.Float32bits(value)
	if canonical && value != value {
		bits = nan32
	}
	return AppendUint32(out, bits)
}

// AppendFloat64 appends a double; canonical bytes have one NaN.
func AppendFloat64(out []byte, value float64, canonical bool) []byte {
	bits := math.Float64bits(value)
	if canonical && value != value {
		bits = nan64
	}
	return AppendUint64(out, bits)
}

// AppendString appends a text with its length.
func AppendString(out []byte, value string) []byte {
	return append(AppendUint32(out, uint32(len(value))), value...)
}

// AppendBytes appends a bytes value with its length.
func AppendBytes(out []byte, value []byte) []byte {
	return append(AppendUint32(out, uint32(len(value))), value...)
}

// SortedKeys has the keys of a map in ascending order.
func SortedKeys[K cmp.Ordered, V any](entries map[K]V) []K {
	keys := make([]K, 0, len(entries))
	for key := range entries {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// BoolKeys has the keys of a map in ascending order.
func BoolKeys[V any](entries map[bool]V) []bool {
	keys := make([]bool, 0, len(entries))
	for _, key := range [...]bool{false, true} {
		if _, found := entries[key]; found {
			keys = append(keys, key)
		}
	}
	return keys
}
