package memory

import (
	"serbench/harness/adapter"
	"serbench/harness/protocol"
	"serbench/harness/timing"
)

// allCollected measures each operation over whole collections, which samples are too short for: after all samples,
// and after the peak of memory was told, so that it changes neither. An operation is left out where that takes more
// CPU time than limitNs, as its garbage is too rare.
func (work *measuring) allCollected(limitNs uint64) error {
	if limitNs == 0 {
		return nil
	}
	for _, one := range work.done {
		if err := work.failed(one.name, work.collected(one, limitNs)); err != nil {
			return err
		}
	}
	return nil
}

func (work *measuring) collected(one measured, limitNs uint64) error {
	rotate := func() error { return adapter.Guarded(func() error { return one.rotate(1) }) }
	stretch, found, err := timing.OverCollections(rotate, limitNs)
	if err != nil || !found {
		return err
	}
	return work.bench.Replies.Send(protocol.NewLine("collected").Text("operation", one.name).
		Number("n", stretch.Rotations*uint64(len(work.on.objects))).
		Number("cpu_ns", stretch.CPUNs).Number("wall_ns", stretch.WallNs).
		Number("gc_ns", stretch.NS).Number("collections", stretch.Collections))
}
