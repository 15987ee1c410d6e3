package sort

import "serbench/harness/experiments/store"

// sorting is a whole sort: chunks are made and merged until one merge writes the store.
type sorting struct {
	asked   *asked
	workers []*worker
	planned [][]plannedChunk
	// Of what the chunks hold, in a merge.
	memoryPerByte float64
	heap          *heapWatch
	passes        uint64
}

// newSorting divides the records among the workers. It refuses a memory that is too small.
func newSorting(asked *asked, workers []*worker, all []located) (*sorting, error) {
	made := &sorting{asked: asked, workers: workers}
	bytes := uint64(0)
	for _, found := range all {
		bytes += uint64(found.bytes)
	}
	made.memoryPerByte = asked.budget.memoryPerByte(uint64(len(all)), bytes)
	for _, part := range store.Parts(uint64(len(all)), uint64(len(workers))) {
		planned, err := asked.planChunks(all[part.Begin:part.End])
		if err != nil {
			return nil, err
		}
		made.planned = append(made.planned, planned)
	}
	return made, nil
}

// chunks is how many are made of the records; no records are one chunk, too.
func (s *sorting) chunks() uint64 {
	total := 0
	for _, planned := range s.planned {
		total += len(planned)
	}
	return uint64(max(total, 1))
}

// warmUp warms each worker up, one after the other and undisturbed.
func (s *sorting) warmUp() error {
	for i, worker := range s.workers {
		warm := func() error { return worker.warmUp(s.planned[i]) }
		if err := store.InThreads([]func() error{warm}); err != nil {
			return err
		}
	}
	return nil
}

// sort sorts once all threads are warm.
func (s *sorting) sort(sorted *sortedStore, all []located) error {
	s.heap = newHeapWatch()
	makings := make([]*making, len(s.workers))
	filling := func(i int) error {
		makings[i] = newMaking(s.workers[i], s.planned[i], s.memoryPerByte)
		return makings[i].fillFirst()
	}
	if err := s.inWorkers(filling); err != nil {
		return err
	}
	s.heap.look()
	if s.chunks() == 1 {
		sorted.begin(all)
		return s.inWorkers(func(i int) error { return makings[i].sortAndWrite(sorted) })
	}
	if err := s.inWorkers(func(i int) error { return makings[i].makeChunks() }); err != nil {
		return err
	}
	var chunks []*chunkFile
	for i := range makings {
		chunks = append(chunks, makings[i].chunks...)
		makings[i] = nil
		s.workers[i].forget()
	}
	sorted.begin(all)
	return s.merge(chunks, sorted)
}

func (s *sorting) inWorkers(body func(i int) error) error {
	bodies := make([]func() error, len(s.workers))
	for i := range s.workers {
		bodies[i] = func() error { return body(i) }
	}
	return store.InThreads(bodies)
}

func (s *sorting) merge(chunks []*chunkFile, sorted *sortedStore) error {
	for uint64(len(chunks)) > s.asked.budget.fanIn {
		var err error
		if chunks, err = s.pass(chunks); err != nil {
			return err
		}
	}
	s.passes = mergesOf(chunks)
	merging := newMerging(s.longestMerging(), s.asked.budget.memoryBytes, s.memoryPerByte)
	merging.look = s.heap.look
	last := func() error { return merging.intoStore(chunks, sorted) }
	return store.InThreads([]func() error{last})
}

// longestMerging makes the last merge, which begins when that thread has done the others: so its merges together take
// as long as all merges do.
func (s *sorting) longestMerging() *worker {
	longest := s.workers[0]
	for _, worker := range s.workers[1:] {
		if worker.tally.mergingNs() > longest.tally.mergingNs() {
			longest = worker
		}
	}
	return longest
}

// pass merges groups of chunks, the threads side by side; chunks of no group stay.
func (s *sorting) pass(chunks []*chunkFile) ([]*chunkFile, error) {
	var groups [][]*chunkFile
	for _, count := range nextPass(len(chunks), int(s.asked.budget.fanIn)) {
		groups = append(groups, chunks[:count])
		chunks = chunks[count:]
	}
	merged := make([]*chunkFile, len(groups))
	err := s.inWorkers(func(i int) error {
		for group := i; group < len(groups); group += len(s.workers) {
			merging := newMerging(s.workers[i], s.asked.budget.shareBytes(), s.memoryPerByte)
			var err error
			if merged[group], err = merging.intoChunk(groups[group]); err != nil {
				return err
			}
		}
		return nil
	})
	return append(merged, chunks...), err
}
