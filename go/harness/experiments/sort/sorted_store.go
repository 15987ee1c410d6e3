package sort

import "serbench/harness/experiments/store"

// sortedStore is the store that a sort writes, with its index in memory, because entries come in any order.
type sortedStore struct {
	writer *store.Writer
	// By the objects' numbers.
	index     []located
	bytes     uint64
	dataBytes uint64
}

// begin uses the memory of the index of the store that has been read.
func (s *sortedStore) begin(read []located) {
	clear(read)
	s.index = read
}

func (s *sortedStore) headerBytes() int {
	return 0
}

func (s *sortedStore) putHeader(record, []byte) {}

func (s *sortedStore) direct() bool {
	return s.writer.Direct()
}

func (s *sortedStore) write(block []byte) (uint64, error) {
	begin := s.writer.Reserve(uint64(len(block)))
	return begin, s.writer.Write(block, begin)
}

func (s *sortedStore) note(begin, _ uint64, placed []located) {
	for _, record := range placed {
		s.bytes += uint64(record.bytes)
		record.offset += begin
		s.index[record.number] = record
	}
}

func (s *sortedStore) complete() error {
	numbers := make([]uint64, 0, numbersAtOnce)
	var extents []store.Extent
	for first := 0; first < len(s.index); first += numbersAtOnce {
		part := s.index[first:min(len(s.index), first+numbersAtOnce)]
		numbers = numbers[:0]
		for i := range part {
			numbers = append(numbers, uint64(first+i))
		}
		extents = extentsOf(part, extents[:0])
		if err := s.writer.Note(numbers, extents); err != nil {
			return err
		}
	}
	var err error
	s.dataBytes, err = s.writer.Finish()
	return err
}

func (s *sortedStore) sync() error {
	return s.writer.Sync()
}
