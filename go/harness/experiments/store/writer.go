package store

import (
	"encoding/binary"
	"os"
	"sync/atomic"
)

// Writer writes the two files of a store. Threads may write blocks of records at the same time.
type Writer struct {
	identity    Identity
	data        *File
	dataPath    string
	index       *File
	headerBytes uint64
	dataBytes   atomic.Uint64
	direct      bool
}

// CreateStore empties both files; direct leaves the system's page cache out.
func CreateStore(data, index string, identity Identity, direct bool) (*Writer, error) {
	dataFile, err := CreateFile(data, direct)
	if err != nil {
		return nil, err
	}
	indexFile, err := CreateFile(index, false)
	if err != nil {
		return nil, err
	}
	return &Writer{
		identity:    identity,
		data:        dataFile,
		dataPath:    data,
		index:       indexFile,
		headerBytes: uint64(len(headerOf(identity, 0))),
		direct:      direct,
	}, nil
}

// Granule divides where blocks begin and end.
func (w *Writer) Granule() uint64 {
	return granuleOf(w.direct)
}

// Direct tells whether the page cache is left out.
func (w *Writer) Direct() bool {
	return w.direct
}

// Reserve gives the place of a block, whose bytes are a multiple of the granule.
func (w *Writer) Reserve(bytes uint64) uint64 {
	return w.dataBytes.Add(bytes) - bytes
}

func (w *Writer) Write(block []byte, offset uint64) error {
	return w.data.WriteAt(block, offset)
}

// Note says where the objects of these numbers lie.
func (w *Writer) Note(numbers []uint64, extents []Extent) error {
	entries := make([]byte, 0, entryBytes*len(extents))
	for _, extent := range extents {
		entries = binary.LittleEndian.AppendUint64(entries, extent.Offset)
		entries = binary.LittleEndian.AppendUint64(entries, extent.Bytes)
	}
	for len(numbers) > 0 {
		// Entries that lie side by side are written at once.
		count := adjacent(numbers)
		if err := w.index.WriteAt(entries[:entryBytes*count], w.headerBytes+entryBytes*numbers[0]); err != nil {
			return err
		}
		numbers, entries = numbers[count:], entries[entryBytes*count:]
	}
	return nil
}

// Finish completes both files once all blocks are written, and tells how many bytes of data there are.
func (w *Writer) Finish() (uint64, error) {
	dataBytes := w.dataBytes.Load()
	if err := w.index.WriteAt(headerOf(w.identity, dataBytes), 0); err != nil {
		return 0, err
	}
	end := w.headerBytes + entryBytes*w.identity.Objects
	sum, err := w.index.Checksum(end)
	if err != nil {
		return 0, err
	}
	checksum := binary.LittleEndian.AppendUint64(nil, sum)
	if err := w.index.WriteAt(checksum, end); err != nil {
		return 0, err
	}
	// No page holds the trailer in full, so it is not written directly.
	endOfData, err := OpenFile(w.dataPath, os.O_WRONLY, false)
	if err != nil {
		return 0, err
	}
	defer endOfData.Close()
	return dataBytes, endOfData.WriteAt(append([]byte(dataMagic), checksum...), dataBytes)
}

// Sync waits until the data is on the disk.
func (w *Writer) Sync() error {
	return w.data.Sync()
}
