// Package sort holds the experiment of that name: a store is sorted within a budget of memory (PROTOCOL.md, sort).
package sort

import (
	"os"

	"serbench/harness/experiments"
	"serbench/harness/experiments/store"
	"serbench/harness/protocol"
	"serbench/harness/timing"
)

// Verbs are those of the experiment.
func Verbs() []experiments.Verb {
	return []experiments.Verb{{Name: "sort", Serve: serve}}
}

// files are those that a sort reads and writes.
type files struct {
	data, index             string
	sortedData, sortedIndex string
}

func serve(bench *experiments.Bench) error {
	terms := protocol.Terms{Request: bench.Request}
	named := files{terms.Path("data"), terms.Path("index"), terms.Path("sorted_data"), terms.Path("sorted_index")}
	asked, err := askedOf(bench, &terms)
	if err != nil {
		return err
	}
	if asked.reader, err = store.OpenStore(named.data, named.index, asked.direct); err != nil {
		return err
	}
	if found := asked.reader.Identity.Workload; found != bench.About.Workload {
		return protocol.Refuse("The store in %s holds other objects: %s.", named.data, found)
	}
	return store.TellEnd(bench.Replies, "sort", sort(bench, asked, named))
}

// askedOf reads the request, and refuses what cannot be done with any store.
func askedOf(bench *experiments.Bench, terms *protocol.Terms) (*asked, error) {
	key, mode := terms.Path("key"), terms.Path("mode")
	distinct := terms.Number("distinct")
	made := &asked{
		scratch:  terms.Path("scratch"),
		direct:   terms.Number("direct") != 0,
		warmupNs: terms.Number("warmup_ns"),
		budget: budget{
			memoryBytes: terms.Number("memory_bytes"), threads: terms.Number("threads"), fanIn: terms.Number("fan_in"),
		},
	}
	if terms.Fault != nil {
		return nil, terms.Fault
	}
	var err error
	if made.keys, err = keysNamed(key, distinct, bench); err != nil {
		return nil, err
	}
	if made.mode, err = modeNamed(mode, bench.NewAdapter(), made.keys.isStudy); err != nil {
		return nil, err
	}
	if made.budget.threads == 0 {
		return nil, protocol.Refuse("At least one thread is needed.")
	}
	if made.budget.fanIn < 2 {
		return nil, protocol.Refuse("A merge takes at least two chunks at once.")
	}
	return made, nil
}

func sort(bench *experiments.Bench, asked *asked, named files) error {
	all, err := inFileOrder(asked.reader)
	if err != nil {
		return err
	}
	workers, err := asked.prepare(bench, all)
	if err != nil {
		return err
	}
	sorting, err := newSorting(asked, workers, all)
	if err != nil {
		return err
	}
	writer, err := named.create(bench, asked)
	if err != nil {
		return err
	}
	if err := sorting.warmUp(); err != nil {
		return err
	}
	sorted := &sortedStore{writer: writer}
	if err := sorting.sort(sorted, all); err != nil {
		return err
	}
	return sorting.tell(bench.Replies, sorted)
}

// prepare reads the listed keys, divides the memory and makes the workers. There is no share of the memory for a
// thread that would have no object.
func (a *asked) prepare(bench *experiments.Bench, all []located) ([]*worker, error) {
	a.budget.threads = min(a.budget.threads, max(uint64(len(all)), 1))
	timing.UseThreads(int(a.budget.threads))
	for _, found := range all {
		a.largestBytes = max(a.largestBytes, uint64(found.bytes))
	}
	if a.largestBytes+entryBytes > a.budget.shareBytes() {
		return nil, a.budget.tooSmall()
	}
	if a.mode == raw {
		path, err := bench.Request.Path("keys")
		if err != nil {
			return nil, err
		}
		list, err := store.OpenNumberList(path)
		if err != nil {
			return nil, err
		}
		if a.keys.listed, err = list.Keys(uint64(len(all))); err != nil {
			return nil, err
		}
	}
	if a.mode == holdsObjects {
		part := store.Parts(uint64(len(all)), a.budget.threads)[0]
		var err error
		if a.budget.heapPerByte, err = newWorker(a, bench.NewAdapter()).heapPerByte(all[:part.End]); err != nil {
			return nil, err
		}
	}
	var workers []*worker
	for range a.budget.threads {
		workers = append(workers, newWorker(a, bench.NewAdapter()))
	}
	return workers, nil
}

// largestBlockBytes is what a block of only the largest record takes in a chunk.
func (a *asked) largestBlockBytes() uint64 {
	return store.RoundUp(chunkHeaderBytes+a.largestBytes, a.reader.Granule())
}

// create begins the sorted store, which has the identity of the other one but for the codec. What is read must not be
// written, by whatever path.
func (f *files) create(bench *experiments.Bench, asked *asked) (*store.Writer, error) {
	for _, sorted := range []string{f.sortedData, f.sortedIndex} {
		for _, read := range []string{f.data, f.index} {
			one, fault := os.Stat(sorted)
			other, otherFault := os.Stat(read)
			if fault == nil && otherFault == nil && os.SameFile(one, other) {
				return nil, protocol.RefuseFile(sorted, "is one of the store that is sorted")
			}
		}
	}
	identity := asked.reader.Identity
	identity.Codec = bench.About.Codec
	return store.CreateStore(f.sortedData, f.sortedIndex, identity, asked.direct)
}

// tell sends the phases of each thread, what all did together, and what the collector did.
func (s *sorting) tell(replies *protocol.Replies, sorted *sortedStore) error {
	collected := s.heap.collected()
	var all counts
	var phases []*timing.PhaseTimes
	for _, worker := range s.workers {
		all.add(worker.tally.counts)
		phases = append(phases, worker.tally.phases)
	}
	if err := store.TellPhases(replies, phases); err != nil {
		return err
	}
	line := protocol.NewLine("sorted").
		Number("objects", s.asked.reader.Identity.Objects).
		Number("bytes", sorted.bytes).
		Number("data_bytes", sorted.dataBytes).
		Number("chunks", s.chunks()).
		Number("passes", s.passes).
		Number("fan_in", s.asked.budget.fanIn).
		Number("read_bytes", all.readBytes).
		Number("written_bytes", all.writtenBytes).
		Number("decodes", all.decodes).
		Number("accesses", all.accesses).
		Number("comparisons", all.comparisons).
		Number("held_bytes", s.heap.heldBytes())
	if err := replies.Send(line); err != nil {
		return err
	}
	return store.TellCollected(replies, "sort", collected)
}
