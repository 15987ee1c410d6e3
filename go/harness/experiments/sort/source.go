package sort

import "serbench/harness/experiments/store"

// source is a chunk as a merge reads it: some of its blocks in memory, with their keys and objects.
type source struct {
	worker     *worker
	chunk      *chunkFile
	nextBlock  int
	nextOffset uint64
	memory     store.PageBuffer
	records    []record
	keys       []uint64
	objects    []any
	at         int
}

// newSource reads up to so many bytes at once.
func newSource(worker *worker, chunk *chunkFile, blockBytes uint64) *source {
	return &source{worker: worker, chunk: chunk, memory: store.PageBufferOf(min(blockBytes, chunk.bytes))}
}

// refill reads as many of the next blocks as there is memory for, in place of those that are used up.
func (s *source) refill() error {
	s.release()
	first, bytes := s.nextBlock, uint64(0)
	for s.nextBlock < len(s.chunk.blocks) {
		next := bytes + s.chunk.blocks[s.nextBlock].bytes
		if next > uint64(len(s.memory.Bytes)) {
			break
		}
		bytes = next
		s.nextBlock++
	}
	tally := &s.worker.tally
	tally.readBytes += bytes
	err := tally.tried(readStep, func() error {
		if err := s.chunk.file.ReadAll(s.memory.Bytes[:bytes], s.nextOffset); err != nil {
			return err
		}
		place := uint64(0)
		for _, block := range s.chunk.blocks[first:s.nextBlock] {
			s.records = block.appendRecords(s.memory.Bytes, place, s.records)
			place += block.bytes
		}
		return nil
	})
	s.nextOffset += bytes
	if err != nil {
		return err
	}
	return s.open()
}

func (s *source) open() error {
	var err error
	if s.worker.asked.mode == holdsObjects {
		if s.objects, err = s.worker.decode(s.records); err != nil {
			return err
		}
	}
	s.keys, err = s.worker.readKeys(s.records, s.objects, s.keys[:0])
	return err
}

// release drops the objects, for which there is no use any more.
func (s *source) release() {
	if s.objects != nil {
		s.worker.free(&s.objects)
	}
	s.records, s.at = s.records[:0], 0
}

// isEnded tells whether all records have been taken.
func (s *source) isEnded() bool {
	return s.at == len(s.records) && s.nextBlock == len(s.chunk.blocks)
}

// isUsedUp tells whether the next record has to be read first.
func (s *source) isUsedUp() bool {
	return s.at == len(s.records) && s.nextBlock < len(s.chunk.blocks)
}
