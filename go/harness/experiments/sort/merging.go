package sort

// merging is one thread's merges: from some chunks to another chunk, or to the store. What a byte of a message takes in
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

// intoChunk merges chunks into another one and closes them.
func (m *merging) intoChunk(chunks []*chunkFile) (*chunkFile, error) {
	merged, err := m.worker.asked.newChunk()
	if err != nil {
		return nil, err
	}
	blockBytes := m.worker.asked.budget.chunkBlockBytes(m.memoryPerByte)
	merged.merges = mergesOf(chunks)
	return merged, m.merge(chunks, merged, newOutput(&m.worker.tally, blockBytes))
}

// intoStore does the same with the store.
func (m *merging) intoStore(chunks []*chunkFile, sorted *sortedStore) error {
	return m.merge(chunks, sorted, newOutput(&m.worker.tally, m.worker.asked.budget.inputBlockBytes()))
}

func (m *merging) merge(chunks []*chunkFile, to target, output *output) error {
	sources, err := m.filled(chunks)
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
	for _, chunk := range chunks {
		chunk.file.Close()
	}
	return output.finish(to)
}

// filled gives the chunks with their first blocks in memory.
func (m *merging) filled(chunks []*chunkFile) ([]*source, error) {
	asked := m.worker.asked
	blockBytes := mergedBlockBytes(m.memoryBytes, uint64(len(chunks)), m.memoryPerByte)
	if asked.largestBlockBytes() > blockBytes {
		return nil, asked.budget.tooSmall()
	}
	for _, chunk := range chunks {
		blockBytes = max(blockBytes, chunk.largestBlockBytes())
	}
	var sources []*source
	for _, chunk := range chunks {
		source := newSource(m.worker, chunk, blockBytes)
		if err := source.refill(); err != nil {
			return nil, err
		}
		sources = append(sources, source)
	}
	return sources, nil
}
