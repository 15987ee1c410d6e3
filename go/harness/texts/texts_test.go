package texts

import (
	"maps"
	"math"
	"testing"
)

func TestKeysAreDigits(t *testing.T) {
	written := Keys(map[int64]string{math.MinInt64: "least", -1: "minus", 0: "none"})
	wanted := map[string]string{"-9223372036854775808": "least", "-1": "minus", "0": "none"}
	if !maps.Equal(written, wanted) {
		t.Errorf("wrote %v", written)
	}
}

func TestKeysComeBack(t *testing.T) {
	requireBack(t, map[bool]int{false: 1, true: 2})
	requireBack(t, map[int32]int{math.MinInt32: 1, math.MaxInt32: 2})
	requireBack(t, map[uint32]int{0: 1, math.MaxUint32: 2})
	requireBack(t, map[int64]int{math.MinInt64: 1, math.MaxInt64: 2})
	requireBack(t, map[uint64]int{0: 1, math.MaxUint64: 2})
}

func requireBack[K Key](t *testing.T, from map[K]int) {
	t.Helper()
	back, err := OfKeys[K](Keys(from))
	if err != nil || !maps.Equal(back, from) {
		t.Errorf("%v came back as %v, %v", from, back, err)
	}
}

func TestForeignKeysAreRefused(t *testing.T) {
	for _, written := range []string{"", "T", "1", "TRUE"} {
		if _, err := OfKeys[bool](map[string]int{written: 1}); err == nil {
			t.Errorf("%q is read as a bool", written)
		}
	}
	for _, written := range []string{"", "-1", "4294967296", "1e3", "0x1"} {
		if _, err := OfKeys[uint32](map[string]int{written: 1}); err == nil {
			t.Errorf("%q is read as an unsigned number of 32 bits", written)
		}
	}
}
