package timing

// Sample is one sample: N operations and what the clocks say of them.
type Sample struct{ N, CPUNs, WallNs uint64 }

// SamplingPlan says how long to measure: the CPU time that a sample takes at least, the wall time before the
// first, and the wall time after which 3 samples are enough.
type SamplingPlan struct{ SampleNs, Samples, WarmupNs, BudgetNs uint64 }

const (
	fewest  = 3
	certain = 2
)

// Loop runs an operation over all objects, so many times; each operation writes it out for itself.
type Loop func(rotations uint64) error

// Take times one sample of a loop over so many objects.
func Take(loop Loop, objects int, rotations uint64) (Sample, error) {
	watch := StartProcess()
	err := loop(rotations)
	cpuNs := watch.CPUNs()
	return Sample{rotations * uint64(objects), cpuNs, watch.WallNs()}, err
}

// CalibratedRotations warms up and calibrates at once: the number of rotations doubles until a sample is long
// enough, then runs of that length go on until the warm-up is over; one that falls short by then, as warm code is
// faster, doubles the number again. Two in a row have to be long enough: one may be so by a stall.
func (plan *SamplingPlan) CalibratedRotations(take func(rotations uint64) (Sample, error)) (uint64, error) {
	watch := StartProcess()
	rotations, longEnough := uint64(1), 0
	for longEnough < certain || watch.WallNs() < plan.WarmupNs {
		sample, err := take(rotations)
		if err != nil {
			return rotations, err
		}
		if sample.CPUNs >= plan.SampleNs {
			longEnough++
		} else {
			rotations, longEnough = rotations*2, 0
		}
	}
	return rotations, nil
}

// GoesOn says whether sampling goes on after so many samples and so long a time.
func (plan *SamplingPlan) GoesOn(taken, elapsedNs uint64) bool {
	return taken < plan.Samples && (taken < fewest || elapsedNs < plan.BudgetNs)
}
