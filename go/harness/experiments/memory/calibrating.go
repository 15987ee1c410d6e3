package memory

import (
	"runtime"

	"serbench/harness/experiments"
	"serbench/harness/protocol"
	"serbench/harness/timing"
	"serbench/harness/values"
)

// copies is a memcpy of each object's bytes through the sampler.
type copies struct {
	sources [][]byte
	target  []byte
}

// turn is called as an operation calls an adapter: not inlined.
//
//go:noinline
func (work *copies) turn(source []byte) { copy(work.target, source) }

func (work *copies) rotate(rotations uint64) error {
	for range rotations {
		for _, source := range work.sources {
			work.turn(source)
		}
	}
	return nil
}

//go:noinline
func byHand(work *copies, rotations uint64) timing.Sample {
	watch := timing.StartProcess()
	for range rotations {
		for _, source := range work.sources {
			copy(work.target, source)
		}
	}
	cpuNs := watch.CPUNs()
	return timing.Sample{N: rotations * uint64(len(work.sources)), CPUNs: cpuNs, WallNs: watch.WallNs()}
}

//go:noinline
func nothing(index int) int { return index }

// calibrate measures the sampler itself. The samples of the three are taken in turn, so that a change of the
// machine's speed affects all.
func calibrate(bench *experiments.Bench) error {
	plan := &timing.SamplingPlan{}
	var err error
	if plan.SampleNs, err = bench.Request.Number("sample_ns"); err != nil {
		return err
	}
	if plan.Samples, err = bench.Request.Number("samples"); err != nil {
		return err
	}
	work, err := copiesOf(bench)
	if err != nil {
		return err
	}
	objects := len(work.sources)
	empty := func(rotations uint64) (timing.Sample, error) {
		return timing.Take(emptyLoop(objects), objects, rotations)
	}
	through := func(rotations uint64) (timing.Sample, error) { return timing.Take(work.rotate, objects, rotations) }
	emptyRotations, _ := plan.CalibratedRotations(empty)
	copyRotations, _ := plan.CalibratedRotations(through)
	for range plan.Samples {
		ofNothing, _ := empty(emptyRotations)
		ofSampler, _ := through(copyRotations)
		for name, sample := range map[string]timing.Sample{
			"empty": ofNothing, "sampler-memcpy": ofSampler, "hand-memcpy": byHand(work, copyRotations),
		} {
			line := protocol.NewLine("calibration").Text("name", name).Number("n", sample.N).
				Number("cpu_ns", sample.CPUNs).Number("wall_ns", sample.WallNs)
			if err := bench.Replies.Send(line); err != nil {
				return err
			}
		}
	}
	return nil
}

func emptyLoop(objects int) timing.Loop {
	return func(rotations uint64) error {
		for range rotations {
			for index := range objects {
				runtime.KeepAlive(nothing(index))
			}
		}
		return nil
	}
}

func copiesOf(bench *experiments.Bench) (*copies, error) {
	path, err := bench.Request.Path("corpus")
	if err != nil {
		return nil, err
	}
	corpus, err := values.LoadCorpusToMeasure(path, values.ImageForm{Of: bench.Plain})
	if err != nil {
		return nil, err
	}
	work, largest := &copies{}, 0
	for _, object := range corpus.Objects {
		source := object.(*values.Image).Bytes
		work.sources, largest = append(work.sources, source), max(largest, len(source))
	}
	work.target = make([]byte, largest)
	return work, nil
}
