package relay

import (
	"errors"

	"serbench/harness/adapter"
	"serbench/harness/protocol"
	"serbench/harness/timing"
)

// relaying waits for sources, has their frames handled, and reports at barriers.
type relaying struct {
	handling *handling
	sources  []*source
	barriers barriers
	report   *report
	largest  uint64

	torn        uint64
	copiedBytes uint64
	ready       []int
	waiting     waiting
}

// run relays until all sources have ended, or something has come with which the relay cannot go on.
func (r *relaying) run() error {
	fault := r.relayAll()
	var refused *protocol.RequestError
	if errors.As(fault, &refused) {
		return fault
	}
	if fault != nil {
		// What came before it is sent.
		r.handling.sinks.writeAll()
		failure := adapter.FailureOf(fault)
		line := protocol.NewLine("failed").Text("operation", "relay").Text("outcome", failure.Outcome)
		if err := r.report.replies.Send(line.Text("detail", failure.Detail)); err != nil {
			return err
		}
	}
	return r.report.send(lastReport, r)
}

func (r *relaying) relayAll() error {
	for r.isAnyOpen() {
		if err := r.findReady(); err != nil {
			return err
		}
		for _, number := range r.ready {
			r.timed(readPhase, r.sources[number].read)
			if err := r.handle(number); err != nil {
				return err
			}
		}
		r.timed(writePhase, r.handling.sinks.writeAll)
		if err := r.passBarriers(); err != nil {
			return err
		}
	}
	return nil
}

func (r *relaying) isAnyOpen() bool {
	for _, source := range r.sources {
		if source.connection.open {
			return true
		}
	}
	return false
}

// findReady collects the sources that have bytes or have been closed.
func (r *relaying) findReady() error {
	r.ready = r.ready[:0]
	r.waiting.clear()
	for number, source := range r.sources {
		if r.barriers.isSending(number) {
			r.ready = append(r.ready, number)
			r.waiting.add(number, source.connection)
		}
	}
	// Reading waits by itself for the only source, but a read that is timed is not to wait.
	if len(r.ready) == 1 && r.handling.phases == nil {
		return nil
	}
	var err error
	r.ready, err = r.waiting.ready(r.ready[:0])
	return err
}

// handle handles what has come from the source, up to a barrier or to the beginning of a frame.
func (r *relaying) handle(number int) error {
	if !r.barriers.isSending(number) {
		return nil
	}
	source := r.sources[number]
	all := frames{bytes: source.bytes(), largest: r.largest}
	var barrier frame
	var isBarrier bool
	err := adapter.Guarded(func() (err error) {
		barrier, isBarrier, err = r.handling.handle(&all)
		return err
	})
	if err != nil {
		return err
	}
	source.handled += all.taken
	if isBarrier {
		r.barriers.came(number, barrier.sequence)
		return nil
	}
	if source.isTorn() {
		r.torn++
	}
	r.copiedBytes += source.makeRoom()
	if !source.connection.open {
		r.barriers.end(number)
	}
	return nil
}

// passBarriers answers the barriers that have come from all sources, and goes on with what follows them.
func (r *relaying) passBarriers() error {
	for {
		barrier, due, err := r.barriers.takeDue()
		if err != nil || !due {
			return err
		}
		r.timed(writePhase, func() { r.handling.sinks.writeBarrier(barrier) })
		if err := r.report.send(numberOf(barrier), r); err != nil {
			return err
		}
		r.handling.phases = nil
		if barrier&asksForPhases != 0 {
			r.handling.phases = newPhases()
		}
		for number := range r.sources {
			if err := r.handle(number); err != nil {
				return err
			}
		}
		r.timed(writePhase, r.handling.sinks.writeAll)
	}
}

// timed times the step where phases are asked for.
func (r *relaying) timed(phase int, step func()) {
	if r.handling.phases == nil {
		step()
		return
	}
	r.handling.phases.Timed(phase, step)
}

// report tells at a barrier what the relay has done since its start.
type report struct {
	replies   *protocol.Replies
	watch     timing.Stopwatch
	before    timing.Allocated
	reported  timing.Allocated
	collected timing.Collected
}

// lastReport is the number of the report after the last source has ended.
const lastReport = 1<<32 - 1

func newReport(replies *protocol.Replies) *report {
	return &report{
		replies:   replies,
		before:    timing.AllocatedNow(),
		collected: timing.CollectedNow(),
		watch:     timing.StartProcess(),
	}
}

func (r *report) send(number uint64, of *relaying) error {
	cpuNs, wallNs := r.watch.CPUNs(), r.watch.WallNs()
	begun := timing.AllocatedNow()
	allocated := begun.Since(r.before).Since(r.reported)
	handling := of.handling
	line := protocol.NewLine("barrier").
		Number("number", number).
		Number("frames", handling.frames).
		Number("bytes_in", handling.bytesIn).
		Number("bytes_out", handling.sinks.bytesOut).
		Number("undecodable", handling.undecodable).
		Number("undeliverable", handling.sinks.undeliverable).
		Number("torn", of.torn).
		Number("cpu_ns", cpuNs).
		Number("wall_ns", wallNs).
		Number("copied_bytes", of.copiedBytes+handling.copiedBytes+handling.sinks.copiedBytes).
		Number("updated_in_place", handling.updatedInPlace).
		Number("resident_bytes", timing.ResidentBytes()).
		Number("allocations", allocated.Allocations).
		Number("allocated_bytes", allocated.Bytes)
	if err := r.replies.Send(line); err != nil {
		return err
	}
	if err := r.sendPhases(handling.phases); err != nil {
		return err
	}
	now := timing.CollectedNow()
	collected := now.Since(r.collected)
	r.collected = now
	line = protocol.NewLine("gc").Text("operation", "relay")
	err := r.replies.Send(line.Number("gc_ns", collected.NS).Number("collections", collected.Collections))
	made := timing.AllocatedNow().Since(begun)
	r.reported.Allocations += made.Allocations
	r.reported.Bytes += made.Bytes
	return err
}

func (r *report) sendPhases(phases *timing.PhaseTimes) error {
	if phases == nil {
		return nil
	}
	var fault error
	phases.Each(func(name string, wallNs, cpuNs uint64) {
		line := protocol.NewLine("phase").Text("name", name)
		fault = errors.Join(fault, r.replies.Send(line.Number("wall_ns", wallNs).Number("cpu_ns", cpuNs)))
	})
	return fault
}
