package store

import (
	"errors"

	"serbench/harness/timing"
)

// How many objects are handled between two looks at the clocks: fewer where that would take too much memory.
const (
	ObjectsABlock       = 256
	objectsARandomBlock = 64
	BytesABlock         = 8 << 20
)

// The phases, by their places among the names.
const (
	encodePhase = iota
	copyPhase
	writePhase
	fsyncPhase
	readPhase
	decodePhase
	touchPhase
	freePhase
)

func newPhases() *timing.PhaseTimes {
	return timing.NewPhaseTimes("encode", "copy", "write", "fsync", "read", "decode", "touch", "free")
}

// share is what one thread has done.
type share struct {
	phases *timing.PhaseTimes
	bytes  uint64
	digest uint64
	touch  uint64
}

func newShare() share {
	return share{phases: newPhases()}
}

// blockObjects is how many objects of the pool make a block.
func (p *Pool) blockObjects(most uint64) uint64 {
	meanBytes := uint64(len(p.bytes))/p.Objects() + 1
	return max(1, min(most, BytesABlock/meanBytes))
}

// Timed runs work that may fail as a phase.
func Timed(phases *timing.PhaseTimes, place int, work func() error) error {
	var err error
	phases.Timed(place, func() { err = work() })
	return err
}

// Numbered is how a codec failed on an object that is known.
type Numbered struct {
	Number uint64
	Fault  error
}

func (n *Numbered) Error() string {
	return n.Fault.Error()
}

func (n *Numbered) Unwrap() error {
	return n.Fault
}

// Of names the object of a fault; nil stays nil.
func Of(number uint64, fault error) error {
	var told *Numbered
	if fault == nil || errors.As(fault, &told) {
		return fault
	}
	return &Numbered{number, fault}
}
