package store

import (
	"encoding/binary"
	"fmt"
	"unicode/utf8"
)

// The index of a store (FORMAT.md, section 6): a header, an entry an object, a checksum.

const (
	indexMagic         = "SERBSTOR"
	formatVersion      = 1
	fixedHeaderBytes   = 40
	longestHeaderBytes = 65536
	entryBytes         = 16
	checksumBytes      = 8
	// The data file ends with these and the checksum of its index.
	dataMagic    = "SERBDATA"
	trailerBytes = 16
)

// Identity is what an index says of its store. CorpusDigest is that of the pool of objects.
type Identity struct {
	Codec        string
	Workload     string
	CorpusDigest uint64
	Objects      uint64
}

// headerOf gives the bytes of an index before its entries.
func headerOf(identity Identity, dataBytes uint64) []byte {
	little := binary.LittleEndian
	header := little.AppendUint32([]byte(indexMagic), formatVersion)
	header = little.AppendUint32(header, 0)
	for _, number := range []uint64{identity.Objects, dataBytes, identity.CorpusDigest} {
		header = little.AppendUint64(header, number)
	}
	for _, text := range []string{identity.Codec, identity.Workload} {
		header = append(little.AppendUint32(header, uint32(len(text))), text...)
	}
	for len(header)%RecordAlignment != 0 {
		header = append(header, 0)
	}
	little.PutUint32(header[12:], uint32(len(header)))
	return header
}

// header is what stands before the entries, so many bytes long.
type header struct {
	identity  Identity
	dataBytes uint64
	bytes     uint64
}

// readHeader refuses what is no index, or not a whole one.
func readHeader(index *File) (header, error) {
	size, err := index.Size()
	if err != nil {
		return header{}, err
	}
	if size < fixedHeaderBytes {
		return header{}, index.Refuse("is no index of a store")
	}
	fixed := make([]byte, fixedHeaderBytes)
	if err := index.ReadAll(fixed, 0); err != nil {
		return header{}, err
	}
	if string(fixed[:8]) != indexMagic {
		return header{}, index.Refuse("is no index of a store")
	}
	if binary.LittleEndian.Uint32(fixed[8:]) != formatVersion {
		return header{}, index.Refuse(fmt.Sprintf("has another version of the format than %d", formatVersion))
	}
	found := header{
		identity:  Identity{CorpusDigest: numberAt(fixed, 32), Objects: numberAt(fixed, 16)},
		dataBytes: numberAt(fixed, 24),
		bytes:     uint64(binary.LittleEndian.Uint32(fixed[12:])),
	}
	if !found.hasSize(size) {
		return header{}, index.Refuse("does not have the size that its header tells")
	}
	return found, found.readTexts(index)
}

func (h *header) hasSize(size uint64) bool {
	return h.bytes >= fixedHeaderBytes && h.bytes <= min(size, longestHeaderBytes) &&
		h.identity.Objects == (size-h.bytes)/entryBytes &&
		size == h.end()+checksumBytes
}

// end is where the entries end.
func (h *header) end() uint64 {
	return h.bytes + entryBytes*h.identity.Objects
}

func (h *header) readTexts(index *File) error {
	rest := make([]byte, h.bytes-fixedHeaderBytes)
	if err := index.ReadAll(rest, fixedHeaderBytes); err != nil {
		return err
	}
	for _, text := range []*string{&h.identity.Codec, &h.identity.Workload} {
		if len(rest) < 4 {
			return index.Refuse("is damaged in its header")
		}
		size := uint64(binary.LittleEndian.Uint32(rest))
		rest = rest[4:]
		if size > uint64(len(rest)) || !utf8.Valid(rest[:size]) {
			return index.Refuse("is damaged in its header")
		}
		*text, rest = string(rest[:size]), rest[size:]
	}
	return nil
}
