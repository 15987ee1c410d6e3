package sort

import (
	"strings"

	"serbench/harness/experiments/store"
	"serbench/harness/timing"
)

// The steps of a sort, the same while chunks are made and while they are merged. Order is sorting, or merging.
const (
	readStep = iota
	copyStep
	decodeStep
	keyStep
	orderStep
	encodeStep
	writeStep
	fsyncStep
	freeStep
	steps
)

const mergePrefix = "merge-"

// counts are bytes of the data file and of chunks, and calls of the codec.
type counts struct {
	readBytes    uint64
	writtenBytes uint64
	decodes      uint64
	accesses     uint64
	comparisons  uint64
}

func (c *counts) add(other counts) {
	c.readBytes += other.readBytes
	c.writtenBytes += other.writtenBytes
	c.decodes += other.decodes
	c.accesses += other.accesses
	c.comparisons += other.comparisons
}

// tally has the times and counts of one thread, first as it makes chunks, then as it merges.
type tally struct {
	counts
	phases *timing.PhaseTimes
	// The place of the first step.
	stage int
}

func newTally() tally {
	return tally{phases: timing.NewPhaseTimes(
		"chunks-read", "chunks-copy", "chunks-decode", "chunks-key", "chunks-sort", "chunks-encode", "chunks-write", "chunks-fsync",
		"chunks-free", "merge-read", "merge-copy", "merge-decode", "merge-key", "merge-merge", "merge-encode",
		"merge-write", "merge-fsync", "merge-free")}
}

func (t *tally) beginMerging() {
	t.stage = steps
}

// mergingNs is how long the thread has merged so far, all phases together.
func (t *tally) mergingNs() uint64 {
	total := uint64(0)
	t.phases.Each(func(name string, wallNs, _ uint64) {
		if strings.HasPrefix(name, mergePrefix) {
			total += wallNs
		}
	})
	return total
}

func (t *tally) timed(step int, work func()) {
	t.phases.Timed(t.stage+step, work)
}

// tried times work that may fail.
func (t *tally) tried(step int, work func() error) error {
	return store.Timed(t.phases, t.stage+step, work)
}
