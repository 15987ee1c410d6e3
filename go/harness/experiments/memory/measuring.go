package memory

import (
	"serbench/harness/adapter"
	"serbench/harness/experiments"
	"serbench/harness/protocol"
	"serbench/harness/timing"
	"serbench/harness/values"
)

// atObject is a failure on an object that is known.
type atObject struct {
	index int
	error
}

func (fault *atObject) Unwrap() error { return fault.error }

type measuring struct {
	bench  *experiments.Bench
	corpus *values.Corpus
	plan   *timing.SamplingPlan
	on     subject
	done   []measured
}

// measured is an operation whose samples were taken.
type measured struct {
	name string
	operation
}

func measure(bench *experiments.Bench) error {
	plan, keep, err := planOf(bench.Request)
	if err != nil {
		return err
	}
	names, err := bench.Request.List("operations")
	if err != nil {
		return err
	}
	path, err := bench.Request.Path("corpus")
	if err != nil {
		return err
	}
	corpus, err := values.LoadCorpusToMeasure(path, bench.Form)
	if err != nil {
		return err
	}
	file, given := bench.Request.OptionalPath("encoded")
	chosen, err := chosenOf(entriesOf(bench.NewAdapter()), names, given)
	if err != nil {
		return err
	}
	collectingNs, _, err := bench.Request.OptionalNumber("collecting_ns")
	if err != nil {
		return err
	}
	work := &measuring{bench: bench, corpus: corpus, plan: plan, on: subject{corpus.Objects, nil, keep}}
	messages := func() ([][]byte, error) { return encoded(bench.NewAdapter(), corpus.Objects) }
	if given {
		messages, err = givenMessages(file, len(corpus.Objects))
	}
	if err != nil {
		return err
	}
	if err := work.all(chosen, messages); err != nil {
		return err
	}
	return work.allCollected(collectingNs)
}

func planOf(request *protocol.Request) (*timing.SamplingPlan, int, error) {
	plan := &timing.SamplingPlan{}
	for key, value := range map[string]*uint64{
		"sample_ns": &plan.SampleNs, "samples": &plan.Samples,
		"warmup_ns": &plan.WarmupNs, "budget_ns": &plan.BudgetNs,
	} {
		number, err := request.Number(key)
		if err != nil {
			return nil, 0, err
		}
		*value = number
	}
	keep, _, err := request.OptionalNumber("keep")
	if err == nil && keep > largestKeep {
		err = protocol.Refuse("The value of keep is %d, and at most %d objects can be kept.", keep, largestKeep)
	}
	return plan, int(keep), err
}

const largestKeep = 1 << 28

// chosenOf has the operations of these names; with messages from a file they must start from bytes.
func chosenOf(entries []entry, names []string, fromFile bool) ([]entry, error) {
	var chosen []entry
	for _, name := range names {
		place := -1
		for at, one := range entries {
			if one.name == name {
				place = at
			}
		}
		if place < 0 {
			return nil, protocol.Refuse("This codec has no operation \"%s\".", name)
		}
		if fromFile && !entries[place].fromBytes {
			return nil, protocol.Refuse(
				"The operation \"%s\" does not start from messages, so it cannot read those of a file.", name)
		}
		chosen = append(chosen, entries[place])
	}
	return chosen, nil
}

func (work *measuring) all(chosen []entry, messages func() ([][]byte, error)) error {
	replies, corpus := work.bench.Replies, work.corpus
	err := replies.Send(protocol.NewLine("corpus").Index("objects", len(corpus.Objects)).
		Number("bytes", corpus.Bytes).Digest("digest", corpus.Digest()))
	if err != nil {
		return err
	}
	var unencoded error
	work.on.messages, unencoded = messages()
	timing.TouchRoom()
	for _, one := range chosen {
		fault := unencoded
		if fault == nil {
			fault = work.one(one)
		}
		if err := work.failed(one.name, fault); err != nil {
			return err
		}
	}
	return replies.Send(protocol.NewLine("memory").Number("peak_bytes", timing.PeakResidentBytes()))
}

// failed reports how an operation failed, if it did; what ends the request is returned.
func (work *measuring) failed(name string, fault error) error {
	if fault == nil {
		return nil
	}
	if refused, ends := fault.(*protocol.RequestError); ends {
		return refused
	}
	failure := adapter.FailureOf(fault)
	line := protocol.NewLine("failed").Text("operation", name).Text("outcome", failure.Outcome)
	// While timing nobody counts the objects, so a failure there has no index.
	if at, known := fault.(*atObject); known {
		failure = adapter.FailureOf(at.error)
		line = protocol.NewLine("failed").Text("operation", name).Text("outcome", failure.Outcome).
			Index("index", at.index)
	}
	return work.bench.Replies.Send(line.Text("detail", failure.Detail))
}

func (work *measuring) one(of entry) error {
	var ready operation
	err := adapter.Guarded(func() (err error) {
		ready, err = of.make(work.bench.NewAdapter, work.on)
		return err
	})
	if err != nil {
		return err
	}
	if err := work.proven(of.name, "before", ready); err != nil {
		return err
	}
	if err := work.sampled(of.name, ready); err != nil {
		return err
	}
	if err := work.proven(of.name, "after", ready); err != nil {
		return err
	}
	work.done = append(work.done, measured{of.name, ready})
	return work.allocated(of.name, ready)
}

func (work *measuring) sampled(name string, ready operation) error {
	objects := len(work.on.objects)
	take := func(rotations uint64) (sample timing.Sample, err error) {
		err = adapter.Guarded(func() (err error) {
			sample, err = timing.Take(ready.rotate, objects, rotations)
			return err
		})
		return sample, err
	}
	rotations, err := work.plan.CalibratedRotations(take)
	if err != nil {
		return err
	}
	replies := work.bench.Replies
	n := rotations * uint64(objects)
	if err := replies.Send(protocol.NewLine("calibrated").Text("operation", name).Number("n", n)); err != nil {
		return err
	}
	before, watch := timing.CollectedNow(), timing.StartProcess()
	for taken := uint64(0); work.plan.GoesOn(taken, watch.WallNs()); taken++ {
		sample, err := take(rotations)
		if err != nil {
			return err
		}
		err = replies.Send(protocol.NewLine("sample").Text("operation", name).Number("n", sample.N).
			Number("cpu_ns", sample.CPUNs).Number("wall_ns", sample.WallNs))
		if err != nil {
			return err
		}
	}
	collected := timing.CollectedNow().Since(before)
	return replies.Send(protocol.NewLine("gc").Text("operation", name).Number("gc_ns", collected.NS).
		Number("collections", collected.Collections))
}

// proven runs an operation over every object and compares.
func (work *measuring) proven(name, phase string, ready operation) error {
	var scratch []byte
	var digests, written []uint64
	var touch, size, read uint64
	counted := false
	for index, object := range work.on.objects {
		err := adapter.Guarded(func() error {
			found, err := ready.prove(index)
			if err != nil {
				return err
			}
			size += uint64(found.size)
			read += uint64(found.read)
			counted = found.counted
			if found.written != nil {
				written = append(written, values.XXH64(found.written))
			}
			if found.value == nil {
				touch += found.touch
				return adapter.JudgeTouch(work.bench.Form, found.touch, found.plan, object)
			}
			digest, err := adapter.JudgeValue(work.bench.Form, found.value, work.corpus.Digests[index], &scratch)
			digests = append(digests, digest)
			return err
		})
		if err != nil {
			return &atObject{index, err}
		}
	}
	line := protocol.NewLine("verified").Text("operation", name).Text("phase", phase).
		Digest("digest", digestOfAny(digests)).Number("touch", touch).Number("bytes", size).
		Digest("messages", digestOfAny(written))
	if counted {
		line = line.Number("read", read)
	}
	return work.bench.Replies.Send(line)
}

// digestOfAny is 0 where there are none.
func digestOfAny(digests []uint64) uint64 {
	if len(digests) == 0 {
		return 0
	}
	return values.DigestOfDigests(digests)
}

// allocated counts one more run over every object, which is not timed.
func (work *measuring) allocated(name string, ready operation) error {
	before := timing.AllocatedNow()
	if err := adapter.Guarded(func() error { return ready.rotate(1) }); err != nil {
		return err
	}
	used := timing.AllocatedNow().Since(before)
	return work.bench.Replies.Send(protocol.NewLine("allocated").Text("operation", name).
		Index("n", len(work.on.objects)).Number("allocations", used.Allocations).Number("bytes", used.Bytes))
}
