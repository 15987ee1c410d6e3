package values

import (
	"encoding/binary"
	"math"
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// Fold is the fold of a message after one more field.
func Fold(hash, field uint64) uint64 { return bits.RotateLeft64(hash, 5) + field }

// TouchValue is the share of a map's value in its entry.
func TouchValue(value uint64) uint64 { return bits.RotateLeft64(value, 7) }

// TouchBool is the touch of a bool.
func TouchBool(value bool) uint64 {
	if value {
		return 1
	}
	return 0
}

// TouchFloat32 is the touch of a float.
func TouchFloat32(value float32) uint64 {
	if value != value {
		return nan32
	}
	return uint64(math.Float32bits(value))
}

// TouchFloat64 is the touch of a double.
func TouchFloat64(value float64) uint64 {
	if value != value {
		return nan64
	}
	return math.Float64bits(value)
}

// TouchString is the touch of a text, whose unit is a byte of UTF-8.
func TouchString(value string) uint64 {
	return TouchBytes(unsafe.Slice(unsafe.StringData(value), len(value)))
}

// Of 8 bytes in a word, every second one: sums of them do not overflow their 16 bits for 128 words.
const (
	everySecond = 0x00FF00FF00FF00FF
	everyFourth = 0x0000FFFF0000FFFF
	wordsAtOnce = 128
)

// TouchBytes is the touch of a bytes value: its length and the sum of its bytes.
func TouchBytes(value []byte) uint64 {
	sum := uint64(len(value))
	for len(value) >= 8 {
		lanes, words := uint64(0), min(len(value)/8, wordsAtOnce)
		for range words {
			word := binary.LittleEndian.Uint64(value)
			lanes += word&everySecond + word>>8&everySecond
			value = value[8:]
		}
		pairs := lanes&everyFourth + lanes>>16&everyFourth
		sum += pairs&math.MaxUint32 + pairs>>32
	}
	for _, unit := range value {
		sum += uint64(unit)
	}
	return sum
}

// CodePoints is how many code points a text has.
func CodePoints(text string) uint64 { return uint64(utf8.RuneCountInString(text)) }
