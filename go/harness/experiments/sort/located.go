package sort

import (
	"cmp"
	"math"
	"slices"

	"serbench/harness/experiments/store"
	"serbench/harness/protocol"
)

const numbersAtOnce = 4096

// located is where the record of an object lies, in 16 bytes. Of the store that is read they are sorted by offset; of
// the one that is written, by number.
type located struct {
	offset uint64
	bytes  uint32
	number uint32
}

func (l located) extent() store.Extent {
	return store.Extent{Offset: l.offset, Bytes: uint64(l.bytes)}
}

// inFileOrder gives all records in the order in which they lie in the data file.
func inFileOrder(reader *store.Reader) ([]located, error) {
	objects := reader.Identity.Objects
	if objects > math.MaxUint32 {
		return nil, protocol.Refuse("%d objects are too many to sort.", objects)
	}
	all := make([]located, 0, objects)
	numbers := make([]uint64, min(numbersAtOnce, objects))
	var extents []store.Extent
	for first := uint64(0); first < objects; first += numbersAtOnce {
		part := numbers[:min(numbersAtOnce, objects-first)]
		for i := range part {
			part[i] = first + uint64(i)
		}
		var err error
		if extents, err = reader.Locate(part, extents[:0]); err != nil {
			return nil, err
		}
		for i, extent := range extents {
			if extent.Bytes > math.MaxUint32 {
				sentence := "The object %d has %d bytes, which are too many to sort."
				return nil, protocol.Refuse(sentence, part[i], extent.Bytes)
			}
			all = append(all, located{extent.Offset, uint32(extent.Bytes), uint32(part[i])})
		}
	}
	slices.SortFunc(all, func(a, b located) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), cmp.Compare(a.number, b.number))
	})
	return all, nil
}
