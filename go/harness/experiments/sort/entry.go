package sort

import (
	"cmp"
	"slices"

	"serbench/harness/experiments/store"
)

// record is a message in memory and the number of its object.
type record struct {
	number  uint32
	message []byte
}

// failed names the object of a fault.
func (r record) failed(fault error) error {
	return store.Of(uint64(r.number), fault)
}

// entry is what is sorted, one for each record that is held, in 24 bytes. The place is that of the message in memory,
// or of the object among those of the chunk.
type entry struct {
	key    uint64
	number uint32
	bytes  uint32
	place  uint64
}

// record gives that of an entry whose message is in the memory where all of the chunk are.
func (e *entry) record(memory []byte) record {
	end := e.place + uint64(e.bytes)
	return record{e.number, memory[e.place:end:end]}
}

// sortEntries sorts by key, then number, and tells how many comparisons it took.
func sortEntries(entries []entry) uint64 {
	comparisons := uint64(0)
	slices.SortFunc(entries, func(a, b entry) int {
		comparisons++
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return cmp.Compare(a.number, b.number)
	})
	return comparisons
}

// sortLazily does the same with keys that every comparison reads out of the messages.
func sortLazily(entries []entry, memory []byte, keys *lazyKeys) uint64 {
	comparisons := uint64(0)
	slices.SortFunc(entries, func(a, b entry) int {
		comparisons++
		one, other := keys.read(a.record(memory)), keys.read(b.record(memory))
		if one != other {
			return cmp.Compare(one, other)
		}
		return cmp.Compare(a.number, b.number)
	})
	return comparisons
}
