package sort

import (
	"sync/atomic"

	"serbench/harness/adapter"
	"serbench/harness/experiments/store"
	"serbench/harness/values"
)

// asked is what every thread of a sort has been asked for.
type asked struct {
	reader       *store.Reader
	mode         mode
	keys         keys
	budget       budget
	scratch      string
	direct       bool
	warmupNs     uint64
	largestBytes uint64
	chunksMade   atomic.Uint64
}

// worker is what one thread of the sort works with: the codec, and what it has done.
type worker struct {
	asked  *asked
	codec  adapter.Codec
	tally  tally
	staged store.Staged
	// Records of a block, and those whose objects were encoded; memory that is used again.
	records []record
	encoded []record
}

func newWorker(asked *asked, codec adapter.Codec) *worker {
	return &worker{asked: asked, codec: codec, tally: newTally()}
}

// forget leaves no memory in use where records lie that nobody needs any more.
func (w *worker) forget() {
	w.records, w.encoded, w.staged = nil, nil, store.Staged{}
}

// decode decodes a block into objects that the caller frees.
func (w *worker) decode(records []record) ([]any, error) {
	objects := make([]any, 0, len(records))
	w.tally.decodes += uint64(len(records))
	err := w.guarded(decodeStep, func() error {
		for _, record := range records {
			object, err := w.codec.Decode(record.message)
			if err != nil {
				return err
			}
			objects = append(objects, object)
		}
		return nil
	})
	if err != nil {
		// Those that were decoded are there, so the next one was not.
		return nil, records[len(objects)].failed(err)
	}
	return objects, nil
}

func (w *worker) guarded(step int, work func() error) error {
	return w.tally.tried(step, func() error { return adapter.Guarded(work) })
}

// readKeys appends the keys of a block, one for each record; objects are those that are held. With the mode lazy
// all are 0.
func (w *worker) readKeys(records []record, objects []any, keys []uint64) ([]uint64, error) {
	asked := &w.asked.keys
	switch w.asked.mode {
	case holdsObjects:
		w.tally.timed(keyStep, func() { keys = w.touch(objects, keys) })
	case bytesByAccess:
		return w.access(records, keys)
	case bytesByDecoding:
		return w.decodeForKeys(records, keys)
	case lazy:
		keys = append(keys, make([]uint64, len(records))...)
	case raw:
		w.tally.timed(keyStep, func() {
			for _, record := range records {
				keys = append(keys, asked.cut(asked.listed[record.number]))
			}
		})
	}
	return keys, nil
}

func (w *worker) touch(objects []any, keys []uint64) []uint64 {
	for _, object := range objects {
		keys = append(keys, w.asked.keys.cut(w.asked.keys.of(object)))
	}
	return keys
}

func (w *worker) access(records []record, keys []uint64) ([]uint64, error) {
	codec, before := adapter.AccessOf(w.codec), len(keys)
	w.tally.accesses += uint64(len(records))
	err := w.guarded(keyStep, func() error {
		for _, record := range records {
			touch, err := codec.Access(record.message, values.One)
			if err != nil {
				return err
			}
			keys = append(keys, w.asked.keys.cut(touch))
		}
		return nil
	})
	if err != nil {
		return keys, records[len(keys)-before].failed(err)
	}
	return keys, nil
}

// decodeForKeys decodes few at once, because a merge's blocks can be large, and their objects are not part of its
// memory.
func (w *worker) decodeForKeys(records []record, keys []uint64) ([]uint64, error) {
	for len(records) > 0 {
		bytesOf := func(i int) uint64 { return uint64(len(records[i].message)) }
		count := blockRecords(len(records), w.asked.budget.decodedBlockBytes(), bytesOf)
		objects, err := w.decode(records[:count])
		if err != nil {
			return keys, err
		}
		w.tally.timed(keyStep, func() { keys = w.touch(objects, keys) })
		w.free(&objects)
		records = records[count:]
	}
	return keys, nil
}

// free drops objects.
func (w *worker) free(objects *[]any) {
	w.tally.timed(freeStep, func() { *objects = nil })
}

// encode encodes so many objects; it gives their records, which are valid until the next call.
func (w *worker) encode(count int, of func(i int) (object any, number uint32)) ([]record, error) {
	w.staged.Clear()
	w.encoded = w.encoded[:0]
	err := w.guarded(encodeStep, func() error {
		for i := range count {
			object, _ := of(i)
			if err := w.staged.Encode(w.codec, object); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		_, number := of(w.staged.Count())
		return nil, store.Of(uint64(number), err)
	}
	for i := range count {
		_, number := of(i)
		w.encoded = append(w.encoded, record{number, w.staged.Message(i)})
	}
	return w.encoded, nil
}
