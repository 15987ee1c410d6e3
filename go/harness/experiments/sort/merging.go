package sort

// merging is one thread's merges: from some runs to another run, or to the store. What a byte of a message takes in
// memory has been seen before.
type merging struct {
	worker        *worker
	memoryBytes   uint64
	memoryPerByte float64
	// Called when the memory is full; nil for merges that are not watched.
	look func()
}

func newMerging(worker *worker, memoryBytes uint64, memoryPerByte float64) *merging {
	worker.tally.beginMerging()
	return &merging{worker: worker, memoryBytes: memoryBytes, memoryPerByte: memoryPerByte, look: func() {}}
}

// intoRun merges runs into another one and closes them.
func (m *merging) intoRun(runs []*runFile) (*runFile, error) {
	merged, err := m.worker.asked.newRun()
	if err != nil {
		return nil, err
	}
	blockBytes := m.worker.asked.budget.runBlockBytes(m.memoryPerByte)
	merged.merges = mergesOf(runs)
	return merged, m.merge(runs, merged, newOutput(&m.worker.tally, blockBytes))
}

// intoStore does the same with the store.
func (m *merging) intoStore(runs []*runFile, sorted *sortedStore) error {
	return m.merge(runs, sorted, newOutput(&m.worker.tally, m.worker.asked.budget.inputBlockBytes()))
}

func (m *merging) merge(runs []*runFile, to target, output *output) error {
	sources, err := m.filled(runs)
	if err != nil {
		return err
	}
	m.look()
	merge := newMerge(m.worker, sources)
	for {
		more, err := merge.take()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		records, err := merge.passOn()
		if err != nil {
			return err
		}
		if err := output.add(to, records); err != nil {
			return err
		}
	}
	merge.end()
	for _, run := range runs {
		run.file.Close()
	}
	return output.finish(to)
}

// filled gives the runs with their first blocks in memory.
func (m *merging) filled(runs []*runFile) ([]*source, error) {
	asked := m.worker.asked
	blockBytes := mergedBlockBytes(m.memoryBytes, uint64(len(runs)), m.memoryPerByte)
	if asked.largestBlockBytes() > blockBytes {
		return nil, asked.budget.tooSmall()
	}
	for _, run := range runs {
		blockBytes = max(blockBytes, run.largestBlockBytes())
	}
	var sources []*source
	for _, run := range runs {
		source := newSource(m.worker, run, blockBytes)
		if err := source.refill(); err != nil {
			return nil, err
		}
		sources = append(sources, source)
	}
	return sources, nil
}
