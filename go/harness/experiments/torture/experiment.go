// Package torture holds the experiment of that name: a codec reads malformed input, and a valid message after each of
// them (PROTOCOL.md, torture).
package torture

import (
	"fmt"
	"math"
	"runtime"
	"strings"

	"serbench/harness/experiments"
	"serbench/harness/protocol"
	"serbench/harness/timing"
)

const (
	// An operation may take as many times what the valid message takes.
	limitPerValid = 100
	validTimes    = 5
)

// Verbs are those of the experiment.
func Verbs() []experiments.Verb {
	return []experiments.Verb{{Name: "torture", Serve: serve}}
}

// torturing is the codec under test with a message that it must always read.
type torturing struct {
	bench   *experiments.Bench
	valid   []byte
	digest  string
	limit   *cpuLimit
	limitNs uint64
	reading *reading
}

func serve(bench *experiments.Bench) error {
	// The clock is that of one thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	terms := protocol.Terms{Request: bench.Request}
	path, first, digest := terms.Path("cases"), terms.Number("first"), terms.Path("digest")
	validPath, hangNs := terms.Path("valid"), terms.Number("hang_ns")
	addressSpaceBytes, stackBytes := terms.Number("address_space_bytes"), terms.Number("stack_bytes")
	if terms.Fault != nil {
		return terms.Fault
	}
	valid, err := firstMessage(validPath)
	if err != nil {
		return err
	}
	cases, err := protocol.OpenContainer(path, protocol.Messages)
	if err != nil {
		return err
	}
	defer cases.Close()
	if err := limitMemory(stackBytes, addressSpaceBytes); err != nil {
		return err
	}
	made := &torturing{bench: bench, valid: valid, digest: digest, limit: watchCPU(bench.Replies)}
	made.begin()
	if err := made.proveValid(hangNs); err != nil {
		return err
	}
	if err := made.tryAll(cases, first); err != nil {
		return err
	}
	return bench.Replies.Send(protocol.NewLine("memory").Number("peak_bytes", timing.PeakResidentBytes()))
}

func firstMessage(path string) ([]byte, error) {
	file, err := protocol.OpenContainer(path, protocol.Messages)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if file.Count() == 0 {
		return nil, file.Refuse("holds no valid message")
	}
	message, there, err := file.Next()
	if err == nil && !there {
		err = file.Refuse("holds no valid message")
	}
	return message, err
}

// begin makes a fresh instance of the codec.
func (t *torturing) begin() {
	t.reading = &reading{codec: t.bench.NewAdapter(), form: t.bench.Form}
}

// proveValid finds how long an operation may take, and says it with the operations.
func (t *torturing) proveValid(hangNs uint64) error {
	validNs := uint64(math.MaxUint64)
	operations := t.reading.operations()
	for range validTimes {
		trial, err := on(t.valid, operations[0])
		if err != nil {
			return err
		}
		if !t.isValid(&trial.finding) {
			return protocol.Refuse("The valid message does not decode to its value. %s", trial.sentence())
		}
		validNs = min(validNs, trial.cpuNs)
	}
	t.limitNs = max(hangNs, limitPerValid*validNs)
	var names []string
	for _, operation := range operations {
		names = append(names, operation.name)
	}
	line := protocol.NewLine("torture").Text("operations", strings.Join(names, ","))
	return t.bench.Replies.Send(line.Number("limit_ns", t.limitNs).Number("valid_ns", validNs))
}

func (t *torturing) isValid(found *finding) bool {
	return found.outcome == "accepted" && fmt.Sprintf("%016x", found.digest) == t.digest
}

// tryAll takes the cases from the first on, one in memory at a time.
func (t *torturing) tryAll(cases *protocol.ContainerReader, first uint64) error {
	for index := range cases.Count() {
		message, there, err := cases.Next()
		if err != nil {
			return err
		}
		if !there || index < first {
			continue
		}
		if err := t.bench.Replies.Send(protocol.NewLine("case").Number("index", index)); err != nil {
			return err
		}
		if err := t.try(message); err != nil {
			return err
		}
	}
	return nil
}

func (t *torturing) try(message []byte) error {
	for _, operation := range t.reading.operations() {
		trial, err := t.limited(operation.name, message, operation)
		if err != nil {
			return err
		}
		line := protocol.NewLine("tried").Text("operation", operation.name).Text("outcome", trial.outcome)
		line = line.Number("cpu_ns", trial.cpuNs).Number("largest_bytes", 0)
		if err := t.bench.Replies.Send(trial.addTo(line.Number("allocated_bytes", trial.allocated))); err != nil {
			return err
		}
	}
	trial, err := t.limited("valid", t.valid, t.reading.operations()[0])
	if err != nil || t.isValid(&trial.finding) {
		return err
	}
	t.begin()
	return t.bench.Replies.Send(protocol.NewLine("poisoned").Text("detail", trial.sentence()))
}

func (t *torturing) limited(name string, message []byte, operation operation) (trial, error) {
	t.limit.set(name, t.limitNs)
	defer t.limit.lift()
	return on(message, operation)
}

// on tries an operation on a copy of a message, behind which nothing can be read.
func on(message []byte, operation operation) (trial, error) {
	bytes, release, err := guardedBytes(message)
	if err != nil {
		return trial{}, protocol.Refuse("There is no memory for a case: %s.", protocol.Because(err))
	}
	defer release()
	return operation.try(bytes), nil
}
