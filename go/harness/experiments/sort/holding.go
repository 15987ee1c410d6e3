package sort

import (
	"serbench/harness/adapter"
	"serbench/harness/experiments/store"
)

// plannedChunk is what one thread holds at once of its part. Its memory is what the messages take as they are read, or
// where objects are held the largest block of them.
type plannedChunk struct {
	records     []located
	memoryBytes uint64
}

// planChunks divides a thread's part into chunks that fit its share of the memory.
func (a *asked) planChunks(part []located) ([]plannedChunk, error) {
	var chunks []plannedChunk
	var plan store.ReadPlan
	var chunk plannedChunk
	first, held := 0, uint64(0)
	for at := 0; at < len(part); {
		block := firstBlock(part[at:], a.budget.inputBlockBytes())
		plan.Make(extentsOf(block, nil), a.reader.Granule())
		cost := a.budget.heldBytes(block, plan.BufferBytes)
		if cost > a.budget.shareBytes() {
			return nil, a.budget.tooSmall()
		}
		if held+cost > a.budget.shareBytes() {
			chunks = append(chunks, chunk)
			chunk, first, held = plannedChunk{}, at, 0
		}
		at += len(block)
		held += cost
		chunk.records = part[first:at]
		if a.mode == holdsObjects {
			chunk.memoryBytes = max(chunk.memoryBytes, plan.BufferBytes)
		} else {
			chunk.memoryBytes += plan.BufferBytes
		}
	}
	if len(chunk.records) > 0 {
		chunks = append(chunks, chunk)
	}
	return chunks, nil
}

func extentsOf(block []located, extents []store.Extent) []store.Extent {
	for _, found := range block {
		extents = append(extents, found.extent())
	}
	return extents
}

// holding has the records that one thread holds in memory until they are a chunk: their messages as they were read, or
// their objects. The memory is used again for the next chunk.
type holding struct {
	worker  *worker
	entries []entry
	memory  store.PageBuffer
	used    uint64
	objects []any
	keys    []uint64
	extents []store.Extent
	plan    store.ReadPlan
}

// newHolding has room for any of these chunks.
func newHolding(worker *worker, chunks []plannedChunk) *holding {
	mostBytes, mostRecords := uint64(0), 0
	for _, chunk := range chunks {
		mostBytes = max(mostBytes, chunk.memoryBytes)
		mostRecords = max(mostRecords, len(chunk.records))
	}
	made := &holding{worker: worker, memory: store.PageBufferOf(mostBytes), entries: make([]entry, 0, mostRecords)}
	if made.holdsObjects() {
		made.objects = make([]any, 0, mostRecords)
	}
	return made
}

func (h *holding) holdsObjects() bool {
	return h.worker.asked.mode == holdsObjects
}

// fill reads the records of a chunk.
func (h *holding) fill(chunk []located) error {
	for len(chunk) > 0 {
		block := firstBlock(chunk, h.worker.asked.budget.inputBlockBytes())
		if err := h.take(block); err != nil {
			return err
		}
		chunk = chunk[len(block):]
	}
	return nil
}

// take reads a block of records and their keys, and decodes it where objects are held.
func (h *holding) take(block []located) error {
	worker, first := h.worker, len(h.entries)
	if err := h.read(block); err != nil {
		return err
	}
	var objects []any
	var err error
	if h.holdsObjects() {
		if objects, err = worker.decode(worker.records); err != nil {
			return err
		}
	}
	if h.keys, err = worker.readKeys(worker.records, objects, h.keys[:0]); err != nil {
		return err
	}
	for i, key := range h.keys {
		h.entries[first+i].key = key
	}
	if h.holdsObjects() {
		for i := range objects {
			h.entries[first+i].place = uint64(len(h.objects) + i)
		}
		h.objects = append(h.objects, objects...)
		h.used = 0
	}
	return nil
}

// read puts a block's messages behind those that are there, and leaves its records with the worker.
func (h *holding) read(block []located) error {
	worker := h.worker
	h.extents = extentsOf(block, h.extents[:0])
	h.plan.Make(h.extents, worker.asked.reader.Granule())
	end := h.used + h.plan.BufferBytes
	to := h.memory.Bytes[h.used:end]
	worker.tally.readBytes += h.plan.BufferBytes
	worker.records = worker.records[:0]
	err := worker.tally.tried(readStep, func() error {
		if err := worker.asked.reader.Read(&h.plan, to); err != nil {
			return err
		}
		for i, found := range block {
			place := h.used + h.plan.Places[i]
			one := entry{number: found.number, bytes: found.bytes, place: place}
			h.entries = append(h.entries, one)
			worker.records = append(worker.records, one.record(h.memory.Bytes))
		}
		return nil
	})
	h.used = end
	return err
}

// sort brings what is held into its order.
func (h *holding) sort() error {
	tally := &h.worker.tally
	if h.worker.asked.mode != lazy {
		tally.timed(orderStep, func() { tally.comparisons += sortEntries(h.entries) })
		return nil
	}
	keys := lazyKeys{codec: adapter.AccessOf(h.worker.codec), keys: &h.worker.asked.keys}
	err := h.worker.guarded(orderStep, func() error {
		tally.comparisons += sortLazily(h.entries, h.memory.Bytes, &keys)
		return keys.fault
	})
	tally.accesses += keys.accesses
	return err
}

// release forgets what is held.
func (h *holding) release() {
	h.worker.tally.timed(freeStep, func() {
		clear(h.objects)
		h.objects, h.entries, h.used = h.objects[:0], h.entries[:0], 0
	})
}

// passOn gives the records of a part of the entries, with their objects encoded.
func (h *holding) passOn(entries []entry) ([]record, error) {
	worker := h.worker
	if h.holdsObjects() {
		return worker.encode(len(entries), func(i int) (any, uint32) {
			return h.objects[entries[i].place], entries[i].number
		})
	}
	worker.records = worker.records[:0]
	for i := range entries {
		worker.records = append(worker.records, entries[i].record(h.memory.Bytes))
	}
	return worker.records, nil
}
