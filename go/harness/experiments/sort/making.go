package sort

import "serbench/harness/timing"

// making is one thread that makes chunks: records are read until its share of the memory is used, sorted and written,
// again and again.
type making struct {
	worker        *worker
	planned       []plannedChunk
	memoryPerByte float64
	holding       *holding
	output        *output
	chunks        []*chunkFile
}

// newMaking makes the memory that all chunks use.
func newMaking(worker *worker, planned []plannedChunk, memoryPerByte float64) *making {
	return &making{
		worker:        worker,
		planned:       planned,
		memoryPerByte: memoryPerByte,
		holding:       newHolding(worker, planned),
		output:        newOutput(&worker.tally, worker.asked.budget.inputBlockBytes()),
	}
}

// fillFirst reads the records of the first chunk.
func (m *making) fillFirst() error {
	if len(m.planned) == 0 {
		return nil
	}
	return m.holding.fill(m.planned[0].records)
}

// makeChunks writes a chunk of those records, and then the others.
func (m *making) makeChunks() error {
	for i, planned := range m.planned {
		if i > 0 {
			if err := m.holding.fill(planned.records); err != nil {
				return err
			}
		}
		chunk, err := m.worker.asked.newChunk()
		if err != nil {
			return err
		}
		m.chunks = append(m.chunks, chunk)
		if err := m.sortAndWrite(chunk); err != nil {
			return err
		}
	}
	return nil
}

// sortAndWrite makes a target of what is held.
func (m *making) sortAndWrite(to target) error {
	if len(m.holding.entries) == 0 {
		return m.output.finish(to)
	}
	if err := m.holding.sort(); err != nil {
		return err
	}
	mostBytes := m.worker.asked.budget.chunkBlockBytes(m.memoryPerByte)
	m.output.mostBytes = mostBytes
	for rest := m.holding.entries; len(rest) > 0; {
		block := rest[:blockRecords(len(rest), mostBytes, func(i int) uint64 { return uint64(rest[i].bytes) })]
		rest = rest[len(block):]
		records, err := m.holding.passOn(block)
		if err != nil {
			return err
		}
		if err := m.output.add(to, records); err != nil {
			return err
		}
	}
	if err := m.output.finish(to); err != nil {
		return err
	}
	m.holding.release()
	return nil
}

// warmUp repeats all that is done with the first block of a chunk but writing it. The memory where records are held is
// not kept.
func (w *worker) warmUp(planned []plannedChunk) error {
	if len(planned) == 0 || w.asked.warmupNs == 0 {
		return nil
	}
	block := firstBlock(planned[0].records, w.asked.budget.inputBlockBytes())
	first, err := w.asked.planChunks(block)
	if err != nil {
		return err
	}
	holding, watch := newHolding(w, first), timing.StartThread()
	for watch.WallNs() < w.asked.warmupNs {
		if err := holding.fill(block); err != nil {
			return err
		}
		if err := holding.sort(); err != nil {
			return err
		}
		if _, err := holding.passOn(holding.entries); err != nil {
			return err
		}
		holding.release()
	}
	w.forget()
	w.tally = newTally()
	return nil
}
