package store

import (
	"errors"

	"serbench/harness/adapter"
	"serbench/harness/protocol"
	"serbench/harness/timing"
)

// What the verbs of experiments with files reply in the same way.

// TellPhases sends one line a phase and thread.
func TellPhases(replies *protocol.Replies, threads []*timing.PhaseTimes) error {
	var fault error
	for thread, phases := range threads {
		phases.Each(func(name string, wallNs, cpuNs uint64) {
			line := protocol.NewLine("phase").Text("name", name).Index("thread", thread)
			err := replies.Send(line.Number("wall_ns", wallNs).Number("cpu_ns", cpuNs))
			fault = errors.Join(fault, err)
		})
	}
	return fault
}

// TellCollected sends what the collector has done.
func TellCollected(replies *protocol.Replies, operation string, collected timing.Collected) error {
	line := protocol.NewLine("gc").Text("operation", operation)
	return replies.Send(line.Number("gc_ns", collected.NS).Number("collections", collected.Collections))
}

// TellEnd sends how the codec failed, if it did, and on which object where that is known, and last the memory. A
// request that cannot be served stays an error.
func TellEnd(replies *protocol.Replies, operation string, fault error) error {
	var refused *protocol.RequestError
	if errors.As(fault, &refused) {
		return fault
	}
	if fault != nil {
		if err := tellFailure(replies, operation, fault); err != nil {
			return err
		}
	}
	return replies.Send(protocol.NewLine("memory").Number("peak_bytes", timing.PeakResidentBytes()))
}

func tellFailure(replies *protocol.Replies, operation string, fault error) error {
	failure := adapter.FailureOf(fault)
	line := protocol.NewLine("failed").Text("operation", operation).Text("outcome", failure.Outcome)
	var numbered *Numbered
	if errors.As(fault, &numbered) {
		failure = adapter.FailureOf(numbered.Fault)
		line = line.Number("index", numbered.Number)
	}
	return replies.Send(line.Text("detail", failure.Detail))
}
