package store

import (
	"serbench/harness/adapter"
	"serbench/harness/timing"
	"serbench/harness/values"
)

// writingAsked is what every thread that writes has been asked for.
type writingAsked struct {
	pool   *Pool
	form   values.Form
	writer *Writer
	// The numbers in the order in which their objects are written; without a list they are in theirs.
	order *NumberList
	// Whether the objects' own bytes are written, which a floor does.
	raw bool
}

// writing is one thread that writes, block by block.
type writing struct {
	asked    *writingAsked
	share    share
	codec    adapter.Codec
	numbers  []uint64
	objects  []any
	scratch  []byte
	staged   Staged
	extents  []Extent
	page     PageBuffer
	pageSize uint64
	unsynced uint64
}

func newWriting(asked *writingAsked, codec adapter.Codec) *writing {
	return &writing{asked: asked, share: newShare(), codec: codec}
}

// warmUp repeats all but writing with the first objects of the pool.
func (w *writing) warmUp(warmupNs uint64) error {
	w.numbers = make([]uint64, w.asked.pool.blockObjects(ObjectsABlock))
	for i := range w.numbers {
		w.numbers[i] = uint64(i)
	}
	watch := timing.StartThread()
	for watch.WallNs() < warmupNs {
		if err := w.prepare(); err != nil {
			return err
		}
	}
	w.share = newShare()
	return nil
}

// run writes the objects at these places of the order.
func (w *writing) run(places Range) error {
	most := w.asked.pool.blockObjects(ObjectsABlock)
	numbers := make([]uint64, most)
	for first := places.Begin; first < places.End; first += most {
		w.numbers = numbers[:min(most, places.End-first)]
		if err := w.asked.order.At(first, w.numbers); err != nil {
			return err
		}
		if err := w.prepare(); err != nil {
			return err
		}
		if err := w.write(); err != nil {
			return err
		}
	}
	return nil
}

func (w *writing) write() error {
	writer := w.asked.writer
	begin := writer.Reserve(w.pageSize)
	writing := func() error { return writer.Write(w.page.Bytes[:w.pageSize], begin) }
	if err := Timed(w.share.phases, writePhase, writing); err != nil {
		return err
	}
	w.unsynced += w.pageSize
	if !writer.Direct() && w.unsynced >= MostUnsyncedBytes {
		if err := Timed(w.share.phases, writePhase, writer.Sync); err != nil {
			return err
		}
		w.unsynced = 0
	}
	for i := range w.extents {
		w.extents[i].Offset += begin
	}
	return writer.Note(w.numbers, w.extents)
}

// prepare does all of a block but its writing.
func (w *writing) prepare() error {
	w.objects = w.objects[:0]
	for _, number := range w.numbers {
		object, err := w.asked.pool.Make(w.asked.form, number, &w.scratch)
		if err != nil {
			return err
		}
		w.objects = append(w.objects, object)
	}
	w.staged.Clear()
	if w.asked.raw {
		for _, object := range w.objects {
			w.staged.Write(w.asked.form, object)
		}
	} else if err := w.encode(); err != nil {
		return err
	}
	w.place()
	w.share.phases.Timed(copyPhase, w.copy)
	return nil
}

func (w *writing) encode() error {
	return Timed(w.share.phases, encodePhase, func() error {
		return adapter.Guarded(func() error {
			for _, object := range w.objects {
				if err := w.staged.Encode(w.codec, object); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// place lays out the block's records.
func (w *writing) place() {
	w.extents = w.extents[:0]
	at := uint64(0)
	for i := range w.staged.Count() {
		bytes := uint64(len(w.staged.Message(i)))
		w.extents = append(w.extents, Extent{at, bytes})
		at = RoundUp(at+bytes, RecordAlignment)
		w.share.bytes += bytes
	}
	w.pageSize = RoundUp(at, w.asked.writer.Granule())
	w.page.Require(w.pageSize)
}

// copy moves the records to where the system takes them from, each at its place and zeros between.
func (w *writing) copy() {
	block, end := w.page.Bytes[:w.pageSize], uint64(0)
	for i, extent := range w.extents {
		clear(block[end:extent.Offset])
		end = extent.Offset + extent.Bytes
		copy(block[extent.Offset:end], w.staged.Message(i))
	}
	clear(block[end:])
}
