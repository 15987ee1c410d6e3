package timing

import "runtime"

const (
	// leastCollections are those that a stretch spans: after one of them, too, memory is swept and given out again.
	leastCollections = 2
	// leastStretchNs is the CPU time that a stretch takes at least, so that it spans more of collections that are near.
	leastStretchNs = 100_000_000
)

// Stretch is a number of rotations that began as a collection ended and ended as a later one did, with what the
// clocks say of it and what the collector did meanwhile.
type Stretch struct {
	Rotations, CPUNs, WallNs uint64
	Collected
}

// OverCollections runs a rotation again and again until it has spanned two whole collections or more. It finds nothing
// where that takes more CPU time than limitNs; what the first rotation allocates tells beforehand.
func OverCollections(rotate func() error, limitNs uint64) (Stretch, bool, error) {
	watch, allocated := StartProcess(), AllocatedNow()
	if err := rotate(); err != nil {
		return Stretch{}, false, err
	}
	garbage := AllocatedNow().Since(allocated).Bytes
	// One collection has to come before those that are spanned.
	rotations := (leastCollections + 1) * garbageOfCollection() / float64(max(1, garbage))
	if rotations*float64(watch.CPUNs()) > float64(limitNs) {
		return Stretch{}, false, nil
	}
	ran := uint64(0)
	// reached runs until so many collections have ended since the process began, where that is within the limit.
	reached := func(goal uint64) (bool, error) {
		for collectionsNow() < goal {
			if watch.CPUNs() > limitNs {
				return false, nil
			}
			if err := rotate(); err != nil {
				return false, err
			}
			ran++
		}
		return true, nil
	}
	if found, err := reached(collectionsNow() + 1); !found {
		return Stretch{}, false, err
	}
	before, span, stretch := CollectedNow(), StartProcess(), Stretch{}
	ran = 0
	for goal := before.Collections + leastCollections; stretch.CPUNs < leastStretchNs; goal++ {
		if found, err := reached(goal); !found {
			return stretch, stretch.Collections > 0, err
		}
		cpuNs := span.CPUNs()
		stretch = Stretch{ran, cpuNs, span.WallNs(), CollectedNow().Since(before)}
	}
	return stretch, true, nil
}

// garbageOfCollection is how many bytes of garbage bring about a collection: half of the heap at which one begins.
func garbageOfCollection() float64 {
	var facts runtime.MemStats
	runtime.ReadMemStats(&facts)
	return float64(facts.NextGC) * garbagePercent / (100 + garbagePercent)
}
