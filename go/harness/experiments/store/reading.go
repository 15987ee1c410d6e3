package store

import (
	"serbench/harness/adapter"
	"serbench/harness/timing"
	"serbench/harness/values"
)

// readingAsked is what every thread that reads has been asked for.
type readingAsked struct {
	pool   *Pool
	form   values.Form
	reader *Reader
	level  level
	block  uint64
	// Whether all objects stay until the last one has been read.
	keeps bool
	// The numbers to read in their order; without a list, the objects are read in theirs.
	list *NumberList
}

// reading is one thread that reads, block by block, and proves what came back.
type reading struct {
	asked    *readingAsked
	share    share
	codec    adapter.Codec
	extents  []Extent
	plan     ReadPlan
	page     PageBuffer
	messages [][]byte
	objects  []any
	kept     [][]any
	touches  []uint64
	// What nobody reads, so that no touch can be left out.
	touched uint64
	scratch []byte
}

func newReading(asked *readingAsked, codec adapter.Codec) *reading {
	return &reading{asked: asked, share: newShare(), codec: codec}
}

// warmUp uses messages of the pool's first objects again and again.
func (r *reading) warmUp(warmupNs uint64) error {
	if warmupNs == 0 || r.asked.level.raw {
		return nil
	}
	for number := range min(r.asked.block, r.asked.pool.Objects()) {
		object, err := r.asked.pool.Make(r.asked.form, number, &r.scratch)
		if err != nil {
			return err
		}
		err = adapter.Guarded(func() error {
			message, err := r.codec.Encode(object)
			r.messages = append(r.messages, append([]byte(nil), message...))
			return err
		})
		if err != nil {
			return Of(number, err)
		}
	}
	watch := timing.StartThread()
	for watch.WallNs() < warmupNs {
		if err := r.use(); err != nil {
			return err
		}
	}
	r.letGo()
	r.share = newShare()
	return nil
}

// run reads the objects whose numbers stand at these places.
func (r *reading) run(places Range) error {
	numbers := make([]uint64, r.asked.block)
	for first := places.Begin; first < places.End; first += r.asked.block {
		block := numbers[:min(r.asked.block, places.End-first)]
		if err := r.asked.list.At(first, block); err != nil {
			return err
		}
		if err := r.readBlock(block); err != nil {
			return err
		}
	}
	r.letGo()
	return nil
}

// free releases the objects that were kept.
func (r *reading) free() {
	r.share.phases.Timed(freePhase, func() { r.kept = nil })
}

// letGo leaves nothing held but the kept objects.
func (r *reading) letGo() {
	r.page, r.messages, r.objects, r.touches, r.scratch = PageBuffer{}, nil, nil, nil, nil
}

func (r *reading) readBlock(numbers []uint64) error {
	var err error
	if r.extents, err = r.asked.reader.Locate(numbers, r.extents[:0]); err != nil {
		return err
	}
	r.plan.Make(r.extents, r.asked.reader.Granule())
	r.page.Require(r.plan.BufferBytes)
	fetch := func() error { return r.asked.reader.Read(&r.plan, r.page.Bytes) }
	if err := Timed(r.share.phases, readPhase, fetch); err != nil {
		return err
	}
	r.messages = r.messages[:0]
	for i, extent := range r.extents {
		begin := r.plan.Places[i]
		r.messages = append(r.messages, r.page.Bytes[begin:begin+extent.Bytes:begin+extent.Bytes])
		r.share.bytes += extent.Bytes
	}
	if err := r.use(); err != nil {
		return err
	}
	if err := r.prove(numbers); err != nil {
		return err
	}
	r.release()
	return nil
}

func (r *reading) use() error {
	switch {
	case r.asked.level.raw:
		return nil
	case r.asked.level.decodes:
		r.objects = make([]any, 0, len(r.messages))
		if err := r.guarded(decodePhase, r.decode); err != nil {
			return err
		}
		r.share.phases.Timed(touchPhase, r.touchObjects)
		return nil
	default:
		r.touches = r.touches[:0]
		return r.guarded(touchPhase, r.access)
	}
}

func (r *reading) guarded(phase int, work func() error) error {
	return Timed(r.share.phases, phase, func() error { return adapter.Guarded(work) })
}

func (r *reading) decode() error {
	for _, message := range r.messages {
		object, err := r.codec.Decode(message)
		if err != nil {
			return err
		}
		r.objects = append(r.objects, object)
	}
	return nil
}

func (r *reading) touchObjects() {
	for _, object := range r.objects {
		r.touched += r.asked.form.Touched(object, values.All)
	}
}

func (r *reading) access() error {
	codec, plan := adapter.AccessOf(r.codec), r.asked.level.plan
	for _, message := range r.messages {
		touch, err := codec.Access(message, plan)
		if err != nil {
			return err
		}
		r.touches = append(r.touches, touch)
	}
	return nil
}

// prove compares what came back with the pool.
func (r *reading) prove(numbers []uint64) error {
	for i, number := range numbers {
		var err error
		if r.asked.level.decodes || r.asked.level.raw {
			err = r.proveValue(i, number)
		} else {
			err = r.proveTouch(i, number)
		}
		if err != nil {
			return Of(number, err)
		}
	}
	return nil
}

func (r *reading) proveValue(i int, number uint64) error {
	r.scratch = r.asked.pool.BytesOf(number, r.scratch[:0])
	expected := values.XXH64(r.scratch)
	digest, err := uint64(0), error(nil)
	if r.asked.level.raw {
		digest = values.XXH64(r.messages[i])
		err = adapter.JudgeDigest(digest, expected)
	} else {
		digest, err = adapter.JudgeValue(r.asked.form, r.objects[i], expected, &r.scratch)
	}
	r.share.digest += digest
	return err
}

func (r *reading) proveTouch(i int, number uint64) error {
	object, err := r.asked.pool.Make(r.asked.form, number, &r.scratch)
	if err != nil {
		return err
	}
	r.share.touch += r.touches[i]
	return adapter.JudgeTouch(r.asked.form, r.touches[i], r.asked.level.plan, object)
}

// release leaves what nobody keeps to the collector.
func (r *reading) release() {
	switch {
	case !r.asked.level.decodes:
	case r.asked.keeps:
		r.kept = append(r.kept, r.objects)
		r.objects = nil
	default:
		r.share.phases.Timed(freePhase, func() { r.objects = nil })
	}
}
