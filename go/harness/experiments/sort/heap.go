package sort

import (
	"math"
	"runtime"

	"serbench/harness/experiments/store"
	"serbench/harness/timing"
)

const (
	mostSampled         = 1000
	mostSampledBytes    = 8 << 20
	smallestObjectBytes = 16
	// Results are multiples of 1 ÷ this, so that the size of chunks does not follow the noise.
	sampleSteps = 16
)

// heapPerByte measures what objects take in the heap for each byte of their messages, with the first ones of a part:
// the warm-up reads there as well, so a store that is not in the page cache stays out of it otherwise.
func (w *worker) heapPerByte(part []located) (float64, error) {
	records, err := w.sampled(part)
	if err != nil {
		return 0, err
	}
	// The first objects of a codec may bring what it keeps.
	if _, err := w.decode(records); err != nil {
		return 0, err
	}
	before := timing.CollectedHeapBytes()
	objects, err := w.decode(records)
	if err != nil {
		return 0, err
	}
	after := timing.CollectedHeapBytes()
	held := max(after-min(before, after), smallestObjectBytes*uint64(len(objects)))
	runtime.KeepAlive(objects)
	bytes := uint64(0)
	for _, record := range records {
		bytes += uint64(len(record.message))
	}
	runtime.KeepAlive(records)
	return math.Ceil(sampleSteps*float64(held)/float64(max(bytes, 1))) / sampleSteps, nil
}

// sampled reads the first record of a part, and others while their bytes are not too many.
func (w *worker) sampled(part []located) ([]record, error) {
	count, bytes := 0, uint64(0)
	for count < min(len(part), mostSampled) {
		bytes += uint64(part[count].bytes)
		if count > 0 && bytes > mostSampledBytes {
			break
		}
		count++
	}
	var plan store.ReadPlan
	extents := extentsOf(part[:count], nil)
	plan.Make(extents, w.asked.reader.Granule())
	memory := store.PageBufferOf(plan.BufferBytes)
	if err := w.asked.reader.Read(&plan, memory.Bytes); err != nil {
		return nil, err
	}
	var records []record
	for i, found := range part[:count] {
		begin := plan.Places[i]
		records = append(records, record{found.number, memory.Bytes[begin : begin+uint64(found.bytes)]})
	}
	return records, nil
}

// heapWatch tells how much the heap holds at most. What a collector leaves behind is garbage in part until it has
// collected again, so that is done where most is held, while nobody is timed: when each thread has filled its first
// chunk, and when the last merge has blocks of each.
type heapWatch struct {
	before uint64
	most   uint64
	begun  timing.Collected
	// What the collector has done only to look.
	forced timing.Collected
}

func newHeapWatch() *heapWatch {
	before := timing.CollectedHeapBytes()
	return &heapWatch{before: before, most: before, begun: timing.CollectedNow()}
}

// look looks now.
func (h *heapWatch) look() {
	begun := timing.CollectedNow()
	h.most = max(h.most, timing.CollectedHeapBytes())
	forced := timing.CollectedNow().Since(begun)
	h.forced.NS += forced.NS
	h.forced.Collections += forced.Collections
}

func (h *heapWatch) heldBytes() uint64 {
	return h.most - h.before
}

// collected is what the collector has done for the sort.
func (h *heapWatch) collected() timing.Collected {
	return timing.CollectedNow().Since(h.begun).Since(h.forced)
}
