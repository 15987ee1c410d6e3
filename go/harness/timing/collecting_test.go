package timing

import (
	"runtime/debug"
	"testing"
	"time"
)

var sink []byte

// makeGarbage leaves 256 KiB behind each time.
func makeGarbage() error {
	sink = make([]byte, 256<<10)
	return nil
}

func TestAStretchSpansTwoCollections(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(garbagePercent))
	stretch, found, err := OverCollections(makeGarbage, uint64(time.Minute))
	if err != nil || !found {
		t.Fatalf("found %v, %v", found, err)
	}
	if stretch.Collections < leastCollections || stretch.Rotations < leastCollections ||
		stretch.CPUNs == 0 || stretch.WallNs == 0 {
		t.Errorf("%+v", stretch)
	}
}

func TestWhatMakesNoGarbageHasNoStretch(t *testing.T) {
	rotations := 0
	_, found, err := OverCollections(func() error { rotations++; return nil }, 1)
	if found || err != nil || rotations != 1 {
		t.Errorf("found %v after %d rotations, %v", found, rotations, err)
	}
}

// A first rotation that allocates is no promise that others do.
func TestAStretchEndsAtItsLimit(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	rotations := 0
	_, found, err := OverCollections(func() error { rotations++; return makeGarbage() }, uint64(20*time.Millisecond))
	if found || err != nil || rotations < 1 {
		t.Errorf("found %v after %d rotations, %v", found, rotations, err)
	}
}
