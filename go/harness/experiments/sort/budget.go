package sort

import (
	"math"

	"serbench/harness/experiments/store"
	"serbench/harness/protocol"
)

const (
	// entryBytes is what is noted of a record that is held.
	entryBytes = 24
	// A block that is read or written takes at most this part of a thread's share, so that the blocks, which come on
	// top of what is held, are a small part of the memory.
	blocksAShare = 64
)

// budget says how the memory of a sort is divided.
type budget struct {
	memoryBytes uint64
	threads     uint64
	fanIn       uint64
	// What an object takes in the heap for each byte of its message; 0 where only bytes are held.
	heapPerByte float64
}

// shareBytes is what one thread may hold.
func (b *budget) shareBytes() uint64 {
	return b.memoryBytes / b.threads
}

// inputBlockBytes is the block that is read from the store.
func (b *budget) inputBlockBytes() uint64 {
	return min(b.shareBytes()/blocksAShare, store.BytesABlock)
}

// decodedBlockBytes is the block whose objects are there only while their keys are read: less, because objects take
// more.
func (b *budget) decodedBlockBytes() uint64 {
	return b.inputBlockBytes() / 4
}

// chunkBlockBytes is the block that is written to a chunk. The one merge that reads most blocks has to hold them all.
func (b *budget) chunkBlockBytes(memoryPerByte float64) uint64 {
	return min(mergedBlockBytes(b.shareBytes(), b.fanIn, memoryPerByte), b.inputBlockBytes())
}

// mergedBlockBytes is the largest block of which one from each chunk and one that is written fit in the memory, with
// what is made of them.
func mergedBlockBytes(memoryBytes, chunks uint64, memoryPerByte float64) uint64 {
	bytes := float64(memoryBytes) / (float64(chunks+1) * memoryPerByte)
	return min(uint64(bytes), store.BytesABlock)
}

// memoryPerByte is what a byte of a message takes in a merge, its own included.
func (b *budget) memoryPerByte(records, messageBytes uint64) float64 {
	noted := float64(entryBytes*records) / float64(max(messageBytes, 1))
	return 1 + b.heapPerByte + noted
}

// heldBytes is what the records of a block take that is held, of which their reading took so much.
func (b *budget) heldBytes(block []located, readBytes uint64) uint64 {
	if b.heapPerByte == 0 {
		return readBytes + entryBytes*uint64(len(block))
	}
	bytes := uint64(0)
	for _, found := range block {
		bytes += store.RoundUp(uint64(found.bytes), store.RecordAlignment)
	}
	return uint64(math.Ceil(b.heapPerByte*float64(bytes))) + entryBytes*uint64(len(block))
}

func (b *budget) tooSmall() error {
	return protocol.Refuse("The memory of %d bytes does not hold one block.", b.memoryBytes)
}

// blockRecords is how many of the records make a block of at most so many bytes: at least one, if there is one.
func blockRecords(count int, mostBytes uint64, bytesOf func(i int) uint64) int {
	most := min(count, store.ObjectsABlock)
	total := uint64(0)
	for i := range most {
		total += bytesOf(i)
		if i > 0 && total > mostBytes {
			return i
		}
	}
	return most
}

// firstBlock is the one that is read first of these.
func firstBlock(all []located, mostBytes uint64) []located {
	return all[:blockRecords(len(all), mostBytes, func(i int) uint64 { return uint64(all[i].bytes) })]
}
