package store

import "serbench/harness/protocol"

// Reader reads a store that has been written in full. Threads may share it.
type Reader struct {
	Identity    Identity
	data        *File
	index       *File
	headerBytes uint64
	direct      bool
}

// OpenStore refuses two files that do not belong together or are not whole.
func OpenStore(data, index string, direct bool) (*Reader, error) {
	dataFile, err := OpenToRead(data, direct)
	if err != nil {
		return nil, err
	}
	indexFile, err := OpenToRead(index, false)
	if err != nil {
		return nil, err
	}
	header, err := readHeader(indexFile)
	if err != nil {
		return nil, err
	}
	checksum, err := proveIndex(indexFile, header)
	if err != nil {
		return nil, err
	}
	if err := proveData(data, header, checksum); err != nil {
		return nil, err
	}
	return &Reader{header.identity, dataFile, indexFile, header.bytes, direct}, nil
}

// proveIndex gives the bytes of the index's checksum.
func proveIndex(index *File, header header) ([]byte, error) {
	told := make([]byte, checksumBytes)
	if err := index.ReadAll(told, header.end()); err != nil {
		return nil, err
	}
	found, err := index.Checksum(header.end())
	if err != nil {
		return nil, err
	}
	if numberAt(told, 0) != found {
		return nil, index.Refuse("does not have the checksum that it tells")
	}
	return told, nil
}

// proveData reads through the page cache, for no page holds the last bytes in full.
func proveData(path string, header header, checksum []byte) error {
	whole, err := OpenToRead(path, false)
	if err != nil {
		return err
	}
	defer whole.Close()
	size, err := whole.Size()
	if err != nil {
		return err
	}
	if size != header.dataBytes+trailerBytes {
		return whole.Refuse("does not have the size that its index tells")
	}
	trailer := make([]byte, trailerBytes)
	if err := whole.ReadAll(trailer, header.dataBytes); err != nil {
		return err
	}
	if string(trailer) != dataMagic+string(checksum) {
		return whole.Refuse("belongs to another index")
	}
	return nil
}

// Granule divides where reads begin and end.
func (r *Reader) Granule() uint64 {
	return granuleOf(r.direct)
}

// Locate looks up where these objects lie and puts that behind extents; it refuses one that the store does not have.
func (r *Reader) Locate(objects []uint64, extents []Extent) ([]Extent, error) {
	var entries []byte
	for len(objects) > 0 {
		// Entries that lie side by side are read at once.
		run := objects[:adjacent(objects)]
		objects = objects[len(run):]
		if last := run[len(run)-1]; last >= r.Identity.Objects {
			return extents, protocol.Refuse("The store has no object %d; it has %d.", last, r.Identity.Objects)
		}
		if need := entryBytes * len(run); need > cap(entries) {
			entries = make([]byte, need)
		}
		part := entries[:entryBytes*len(run)]
		if err := r.index.ReadAll(part, r.headerBytes+entryBytes*run[0]); err != nil {
			return extents, err
		}
		for at := 0; at < len(part); at += entryBytes {
			extents = append(extents, Extent{numberAt(part, at), numberAt(part, at+8)})
		}
	}
	return extents, nil
}

// adjacent counts the first numbers that follow each other.
func adjacent(numbers []uint64) int {
	count := 1
	for count < len(numbers) && numbers[count] == numbers[count-1]+1 {
		count++
	}
	return count
}

// Read fetches what was planned.
func (r *Reader) Read(plan *ReadPlan, buffer []byte) error {
	for _, window := range plan.windows {
		to := buffer[window.place : window.place+window.bytes]
		if err := r.data.ReadSome(to, window.offset, window.needed); err != nil {
			return err
		}
	}
	return nil
}

// Close gives both files back.
func (r *Reader) Close() {
	r.data.Close()
	r.index.Close()
}
