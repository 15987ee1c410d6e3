package store

import (
	"serbench/harness/protocol"
	"serbench/harness/timing"
)

// work is what the threads of a request do, each with a codec of its own.
type work struct {
	warmupNs  uint64
	parts     []Range
	shares    []*share
	warmUps   []func(warmupNs uint64) error
	runs      []func(places Range) error
	collected timing.Collected
}

func newWork(asked *setting) *work {
	return &work{warmupNs: asked.warmupNs, parts: Parts(asked.objects, asked.threads)}
}

// add takes what one more thread does.
func (w *work) add(share *share, warmUp func(warmupNs uint64) error, run func(places Range) error) {
	w.shares = append(w.shares, share)
	w.warmUps = append(w.warmUps, warmUp)
	w.runs = append(w.runs, run)
}

// run does the work of all threads at once, after each has warmed up undisturbed.
func (w *work) run() error {
	_, err := w.runHolding(false)
	return err
}

// runHolding also tells how much larger the heap is at the end than after the warm-up, if that is asked for.
func (w *work) runHolding(asked bool) (uint64, error) {
	for _, warmUp := range w.warmUps {
		warm := func() error { return warmUp(w.warmupNs) }
		if err := inOneThread(warm); err != nil {
			return 0, err
		}
	}
	var before, after uint64
	if asked {
		before = timing.CollectedHeapBytes()
	}
	if err := w.runThreads(); err != nil {
		return 0, err
	}
	if asked {
		after = timing.CollectedHeapBytes()
	}
	return after - min(before, after), nil
}

func (w *work) runThreads() error {
	bodies := make([]func() error, len(w.runs))
	for thread, run := range w.runs {
		bodies[thread] = func() error { return run(w.parts[thread]) }
	}
	before := timing.CollectedNow()
	err := InThreads(bodies)
	w.collected = timing.CollectedNow().Since(before)
	return err
}

// tell sends the phases of each thread and what the collector took, and gives what all threads did together.
func (w *work) tell(replies *protocol.Replies, operation string) (share, error) {
	var all share
	var phases []*timing.PhaseTimes
	for _, share := range w.shares {
		all.bytes += share.bytes
		all.digest += share.digest
		all.touch += share.touch
		phases = append(phases, share.phases)
	}
	if err := TellPhases(replies, phases); err != nil {
		return all, err
	}
	return all, TellCollected(replies, operation, w.collected)
}
