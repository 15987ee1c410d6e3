package relay

import (
	"serbench/harness/adapter"
	"serbench/harness/timing"
)

// The phases, by their places among the names.
const (
	readPhase = iota
	decodePhase
	routePhase
	encodePhase
	writePhase
)

func newPhases() *timing.PhaseTimes {
	return timing.NewPhaseTimes("read", "decode", "route", "encode", "write")
}

const onlySlot = 0

// handling passes frames on, message by message or, where phases are asked for, in blocks whose steps are timed; and
// counts.
type handling struct {
	steps  steps
	traits traits
	sinks  *sinks
	// Whether messages go to sinks by their fields.
	byFields bool
	// There while phases are asked for.
	phases *timing.PhaseTimes
	block  []taken

	frames         uint64
	bytesIn        uint64
	undecodable    uint64
	updatedInPlace uint64
	copiedBytes    uint64
}

// taken is a message of a block, with the first of its sinks and the end of them.
type taken struct {
	frame    frame
	slot     int
	sink     int
	sinksEnd int
}

// handle passes on the frames up to the next barrier, or to the first that is not complete.
func (h *handling) handle(all *frames) (frame, bool, error) {
	if h.phases == nil {
		barrier, found, err := h.oneByOne(all)
		h.sinks.writeGathered(all.bytes)
		return barrier, found, err
	}
	barrier, found, err := h.inBlocks(all)
	h.phases.Timed(writePhase, func() { h.sinks.writeGathered(all.bytes) })
	return barrier, found, err
}

func (h *handling) oneByOne(all *frames) (frame, bool, error) {
	for {
		next, there, err := all.next()
		if err != nil || !there || next.isBarrier() {
			return next, there, err
		}
		h.count(&next)
		one := taken{frame: next, slot: onlySlot}
		if !h.decode(&one) || !h.route(&one) {
			continue
		}
		if err := h.put(&one); err != nil {
			return frame{}, false, err
		}
		h.steps.release(onlySlot)
		for sink := one.sink; sink < one.sinksEnd; sink++ {
			h.sinks.writeIfFull(sink)
		}
	}
}

func (h *handling) inBlocks(all *frames) (frame, bool, error) {
	for {
		block := h.block[:0]
		var last frame
		there, fault := true, error(nil)
		for there && fault == nil && !last.isBarrier() && len(block) < cap(h.block) {
			last, there, fault = all.next()
			if there && fault == nil && !last.isBarrier() {
				h.count(&last)
				block = append(block, taken{frame: last, slot: len(block)})
			}
		}
		if err := h.handleBlock(block); err != nil {
			return frame{}, false, err
		}
		if fault != nil || !there || last.isBarrier() {
			return last, there, fault
		}
	}
}

func (h *handling) handleBlock(block []taken) error {
	if len(block) == 0 {
		return nil
	}
	if h.traits.decodes {
		h.phases.Timed(decodePhase, func() { block = kept(block, h.decode) })
	}
	h.phases.Timed(routePhase, func() { block = kept(block, h.route) })
	putting := encodePhase
	if h.traits.sendsFrames || h.traits.sendsHeld {
		putting = writePhase
	}
	var fault error
	h.phases.Timed(putting, func() { fault = h.putAll(block) })
	if fault != nil {
		return fault
	}
	if h.traits.releases {
		// As in the operation decode, an object's release belongs to its making.
		h.phases.Timed(decodePhase, func() {
			for i := range block {
				h.steps.release(block[i].slot)
			}
		})
	}
	h.phases.Timed(writePhase, h.sinks.writeFull)
	return nil
}

// kept leaves those messages of a block that are passed on.
func kept(block []taken, isPassedOn func(*taken) bool) []taken {
	left := block[:0]
	for i := range block {
		if isPassedOn(&block[i]) {
			left = append(left, block[i])
		}
	}
	return left
}

func (h *handling) count(frame *frame) {
	h.frames++
	h.bytesIn += uint64(len(frame.message))
}

// decode tells whether the message could be read; one that could not is counted.
func (h *handling) decode(one *taken) bool {
	if !h.traits.decodes {
		return true
	}
	err := adapter.Guarded(func() error { return h.steps.decode(one.slot, one.frame.message) })
	if err != nil {
		return h.leaveOut(one)
	}
	if h.traits.copies {
		h.copiedBytes += uint64(len(one.frame.message))
	}
	return true
}

// route finds the sinks of the message and changes it. Some codecs notice only here that it cannot be read.
func (h *handling) route(one *taken) bool {
	if !h.traits.decodes {
		h.send(one, one.frame.number())
		return true
	}
	err := adapter.Guarded(func() error { return h.routeRead(one) })
	if err != nil {
		return h.leaveOut(one)
	}
	return true
}

func (h *handling) routeRead(one *taken) error {
	if h.traits.sendsToAll {
		one.sink, one.sinksEnd = 0, len(h.sinks.all)
	} else {
		key := one.frame.number()
		if h.byFields {
			var err error
			if key, err = h.steps.key(one.slot); err != nil {
				return err
			}
		}
		h.send(one, key)
	}
	inPlace, err := h.steps.change(one.slot)
	if inPlace && err == nil {
		h.updatedInPlace++
	}
	return err
}

func (h *handling) send(one *taken, key uint64) {
	one.sink = int(key % uint64(len(h.sinks.all)))
	one.sinksEnd = one.sink + 1
}

func (h *handling) leaveOut(one *taken) bool {
	h.steps.recover(one.slot)
	h.undecodable++
	return false
}

func (h *handling) putAll(block []taken) error {
	for i := range block {
		if err := h.put(&block[i]); err != nil {
			return err
		}
	}
	return nil
}

// put puts what the sinks get for the message where it waits for being written.
func (h *handling) put(one *taken) error {
	for sink := one.sink; sink < one.sinksEnd; sink++ {
		if h.traits.sendsFrames {
			h.sinks.gather(sink, &one.frame)
			continue
		}
		message, err := h.steps.encode(one.slot, sink)
		if err != nil {
			return err
		}
		h.sinks.put(sink, one.frame.sequence, message)
	}
	return nil
}
