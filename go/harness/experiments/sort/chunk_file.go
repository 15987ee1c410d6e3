package sort

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"

	"serbench/harness/experiments/store"
	"serbench/harness/protocol"
)

const chunkHeaderBytes = 16

// chunkBlock was written at once, and is read at once.
type chunkBlock struct {
	bytes   uint64
	records int
}

// chunkFile is a chunk: a sorted piece of the records in a file of its own (PROTOCOL.md, sort).
type chunkFile struct {
	file     *store.File
	isDirect bool
	bytes    uint64
	blocks   []chunkBlock
	// How often its records have been merged at most.
	merges uint64
}

// newChunk makes a file that has no name any more once it is open, so it is gone however this process ends.
func (a *asked) newChunk() (*chunkFile, error) {
	path := filepath.Join(a.scratch, fmt.Sprintf("chunk-%d", a.chunksMade.Add(1)-1))
	file, err := store.CreateFile(path, a.direct)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(path); err != nil {
		return nil, protocol.RefuseFile(path, "cannot be removed: "+protocol.Because(err))
	}
	return &chunkFile{file: file, isDirect: a.direct}, nil
}

func (r *chunkFile) headerBytes() int {
	return chunkHeaderBytes
}

func (r *chunkFile) putHeader(record record, header []byte) {
	binary.LittleEndian.PutUint32(header, uint32(len(record.message)))
	binary.LittleEndian.PutUint32(header[4:], record.number)
	clear(header[8:])
}

func (r *chunkFile) direct() bool {
	return r.isDirect
}

func (r *chunkFile) write(block []byte) (uint64, error) {
	return r.bytes, r.file.WriteAt(block, r.bytes)
}

func (r *chunkFile) note(begin, blockBytes uint64, placed []located) {
	r.bytes = begin + blockBytes
	r.blocks = append(r.blocks, chunkBlock{blockBytes, len(placed)})
}

func (r *chunkFile) complete() error {
	return nil
}

func (r *chunkFile) sync() error {
	return r.file.Sync()
}

func (r *chunkFile) largestBlockBytes() uint64 {
	largest := uint64(0)
	for _, block := range r.blocks {
		largest = max(largest, block.bytes)
	}
	return largest
}

// appendRecords finds those of a block that was read to a place in memory.
func (b chunkBlock) appendRecords(memory []byte, place uint64, records []record) []record {
	for range b.records {
		size := uint64(binary.LittleEndian.Uint32(memory[place:]))
		number := binary.LittleEndian.Uint32(memory[place+4:])
		begin := place + chunkHeaderBytes
		end := begin + size
		records = append(records, record{number, memory[begin:end:end]})
		place = store.RoundUp(end, store.RecordAlignment)
	}
	return records
}

// mergesOf is how often records have been merged at most that are merged once more.
func mergesOf(chunks []*chunkFile) uint64 {
	most := uint64(0)
	for _, chunk := range chunks {
		most = max(most, chunk.merges+1)
	}
	return most
}
