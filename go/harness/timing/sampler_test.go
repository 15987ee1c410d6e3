package timing

import "testing"

var plan = SamplingPlan{SampleNs: 1000, Samples: 5, BudgetNs: 100}

func TestRotationsDoubleUntilASampleIsLongEnough(t *testing.T) {
	rotations, err := plan.CalibratedRotations(func(rotations uint64) (Sample, error) {
		return Sample{rotations, rotations * 300, 0}, nil
	})
	if rotations != 4 || err != nil {
		t.Errorf("%d rotations, %v", rotations, err)
	}
}

func TestASampleThatIsLongByAStallEndsNoCalibration(t *testing.T) {
	stall := uint64(5000)
	rotations, err := plan.CalibratedRotations(func(rotations uint64) (Sample, error) {
		sample := Sample{rotations, max(rotations*300, stall), 0}
		stall = 0
		return sample, nil
	})
	if rotations != 4 || err != nil {
		t.Errorf("%d rotations, %v", rotations, err)
	}
}

func TestTheBudgetEndsSamplingAfterThree(t *testing.T) {
	for _, one := range []struct {
		taken, elapsedNs uint64
		goesOn           bool
	}{{2, 1000, true}, {3, 100, false}, {3, 99, true}, {5, 0, false}} {
		if found := plan.GoesOn(one.taken, one.elapsedNs); found != one.goesOn {
			t.Errorf("after %d samples and %d ns: %v", one.taken, one.elapsedNs, found)
		}
	}
}

func TestWhatIsAllocatedIsCounted(t *testing.T) {
	before := AllocatedNow()
	kept := make([]*[64]byte, 10)
	for i := range kept {
		kept[i] = new([64]byte)
	}
	found := AllocatedNow().Since(before)
	if found.Allocations < 10 || found.Allocations > 20 || found.Bytes < 640 {
		t.Errorf("%+v for %d objects", found, len(kept))
	}
}
