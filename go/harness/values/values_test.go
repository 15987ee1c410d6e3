package values

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestXXH64HasThePublishedDigests(t *testing.T) {
	for text, expected := range map[string]uint64{
		"":    0xef46db3751d8e999,
		"abc": 0x44bc2cf5ad770999,
	} {
		if found := XXH64([]byte(text)); found != expected {
			t.Errorf("%q has %016x, not %016x", text, found, expected)
		}
	}
}

func TestTouchOfBytesIsTheirLengthAndSum(t *testing.T) {
	for _, length := range []int{0, 1, 7, 8, 9, 1023, 1024, 1025, 5000} {
		bytes, sum := make([]byte, length), uint64(length)
		for i := range bytes {
			bytes[i] = byte(255 - i%3)
			sum += uint64(bytes[i])
		}
		if found := TouchBytes(bytes); found != sum {
			t.Errorf("%d bytes have the touch %d, not %d", length, found, sum)
		}
	}
}

func TestAStrictReaderRefusesEverySecondEncoding(t *testing.T) {
	read := map[string]func(*Reader){
		"a bool is 0 or 1":             func(r *Reader) { r.Bool() },
		"a presence byte is 0 or 1":    func(r *Reader) { r.Present() },
		"a NaN has not the canonical":  func(r *Reader) { r.Float32() },
		"a string is not UTF-8":        func(r *Reader) { _ = r.String() },
		"4 bytes are wanted and 2 are": func(r *Reader) { r.Uint32() },
		"3 bytes are left over":        func(r *Reader) { r.Uint8() },
		"400 bytes are wanted":         func(r *Reader) { Fixed[uint32](r, nil) },
		"9 bytes are wanted and 8 are": func(r *Reader) { Sized[string](r, nil, r.Uint32()) },
	}
	bytes := map[string][]byte{
		"a bool is 0 or 1":             {2},
		"a presence byte is 0 or 1":    {7},
		"a NaN has not the canonical":  {1, 0, 0xC0, 0x7F},
		"a string is not UTF-8":        {1, 0, 0, 0, 0xFF},
		"4 bytes are wanted and 2 are": {1, 2},
		"3 bytes are left over":        {1, 2, 3, 4},
		"400 bytes are wanted":         {100, 0, 0, 0},
		"9 bytes are wanted and 8 are": {9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
	}
	for sentence, function := range read {
		r := NewReader(bytes[sentence], true)
		function(&r)
		if err := r.End(); err == nil || !strings.HasPrefix(err.Error(), sentence) {
			t.Errorf("%v is refused by %v, not by %q", bytes[sentence], err, sentence)
		}
	}
}

func TestListsComeBackOverUsedOnes(t *testing.T) {
	floats := []float64{1.5, math.Copysign(0, -1), math.Inf(1)}
	numbers := []int32{1, -2, math.MinInt32}
	bytes := AppendFixed(AppendFloats(nil, floats, true), numbers)
	bytes = AppendString(AppendString(AppendUint32(bytes, 2), "né"), "")
	r := NewReader(bytes, true)
	used := make([]float64, 5)
	foundFloats, foundNumbers := Floats(&r, used), Fixed[int32](&r, nil)
	texts := Strings(&r, nil)
	if r.End() != nil || &foundFloats[0] != &used[0] {
		t.Errorf("%v, or the memory was not used again", r.End())
	}
	if !slices.Equal(foundFloats, floats) || !slices.Equal(foundNumbers, numbers) ||
		!slices.Equal(texts, []string{"né", ""}) || !math.Signbit(foundFloats[1]) {
		t.Errorf("%v %v %v came back", foundFloats, foundNumbers, texts)
	}
}

func TestOnlyCanonicalBytesHaveOneNan(t *testing.T) {
	other := math.Float64frombits(nan64 | 1)
	list := []float64{1, other}
	canonical, exact := AppendFloats(nil, list, true), AppendFloats(nil, list, false)
	if slices.Equal(canonical, exact) || math.Float64bits(list[1]) != nan64|1 {
		t.Error("the list was changed, or a NaN of another pattern was written into canonical bytes")
	}
	r := NewReader(exact, true)
	if Floats[float64](&r, nil); r.Err() == nil {
		t.Error("a strict reader takes a NaN of another pattern")
	}
	r = NewReader(exact, false)
	if found := Floats[float64](&r, nil); math.Float64bits(found[1]) != nan64|1 {
		t.Error("a reader that is not strict changed a NaN")
	}
}

func TestKeysAscend(t *testing.T) {
	if found := SortedKeys(map[string]int{"b": 1, "": 2, "é": 3}); !slices.Equal(found, []string{"", "b", "é"}) {
		t.Errorf("%q", found)
	}
	if found := BoolKeys(map[bool]int{true: 1, false: 2}); !slices.Equal(found, []bool{false, true}) {
		t.Errorf("%v", found)
	}
}
