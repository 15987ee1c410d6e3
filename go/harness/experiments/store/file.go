package store

import (
	"encoding/binary"
	"errors"
	"io"
	"os"

	"serbench/harness/protocol"
	"serbench/harness/values"
)

const (
	// PageBytes is the page of a disk, to which direct input and output are aligned.
	PageBytes = 4096
	// RecordAlignment is where records begin, so that libraries that read in place find their numbers aligned.
	RecordAlignment = 16
	// MostUnsyncedBytes is how much a thread writes through the page cache before it waits for the disk. Without
	// it the system would write behind the threads' backs while they make objects, which is not timed.
	MostUnsyncedBytes = 64 << 20

	checkedBlockBytes = 65536
)

// Extent tells where a record lies in the data file.
type Extent struct {
	Offset uint64
	Bytes  uint64
}

// File is an open file whose every fault names it.
type File struct {
	path string
	file *os.File
}

// OpenFile opens a file with flags of package os; direct leaves the system's page cache out.
func OpenFile(path string, flags int, direct bool) (*File, error) {
	if direct && directFlag == 0 {
		return nil, protocol.Refuse("This system has no direct input and output.")
	}
	if direct {
		flags |= directFlag
	}
	file, err := os.OpenFile(path, flags, 0o666)
	if err != nil {
		return nil, protocol.RefuseFile(path, "cannot be opened: "+protocol.Because(err))
	}
	return &File{path, file}, nil
}

// OpenToRead opens a file that exists.
func OpenToRead(path string, direct bool) (*File, error) {
	return OpenFile(path, os.O_RDONLY, direct)
}

// CreateFile makes an empty file, to be written and read.
func CreateFile(path string, direct bool) (*File, error) {
	return OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, direct)
}

// Close gives the file back; what was written is there.
func (f *File) Close() {
	// Nothing is buffered, so nothing can be lost here.
	_ = f.file.Close()
}

// Size is that of the file, in bytes.
func (f *File) Size() (uint64, error) {
	found, err := f.file.Stat()
	if err != nil {
		return 0, f.unread(err)
	}
	return uint64(found.Size()), nil
}

// WriteAt writes all bytes from an offset on.
func (f *File) WriteAt(bytes []byte, offset uint64) error {
	if _, err := f.file.WriteAt(bytes, int64(offset)); err != nil {
		return f.unwritten(err)
	}
	return nil
}

// ReadSome fills to as far as the file goes, but at least its first needed bytes.
func (f *File) ReadSome(to []byte, offset, needed uint64) error {
	got, err := f.file.ReadAt(to, int64(offset))
	switch {
	case uint64(got) >= needed:
		return nil
	case err == nil || errors.Is(err, io.EOF):
		return f.Refuse("ends too early")
	default:
		return f.unread(err)
	}
}

// ReadAll fills to.
func (f *File) ReadAll(to []byte, offset uint64) error {
	return f.ReadSome(to, offset, uint64(len(to)))
}

// Checksum is that of the first bytes: the digest of the digests of their blocks.
func (f *File) Checksum(bytes uint64) (uint64, error) {
	var digests []uint64
	block := make([]byte, checkedBlockBytes)
	for offset := uint64(0); offset < bytes; offset += checkedBlockBytes {
		part := block[:min(checkedBlockBytes, bytes-offset)]
		if err := f.ReadAll(part, offset); err != nil {
			return 0, err
		}
		digests = append(digests, values.XXH64(part))
	}
	return values.DigestOfDigests(digests), nil
}

// Sync waits until what was written is on the disk.
func (f *File) Sync() error {
	if err := f.file.Sync(); err != nil {
		return f.unwritten(err)
	}
	return nil
}

// Refuse says what is wrong with the file.
func (f *File) Refuse(why string) error {
	return protocol.RefuseFile(f.path, why)
}

func (f *File) unread(err error) error {
	return f.Refuse("cannot be read: " + protocol.Because(err))
}

func (f *File) unwritten(err error) error {
	return f.Refuse("cannot be written: " + protocol.Because(err))
}

// RoundUp is the next multiple of a power of two.
func RoundUp(number, multiple uint64) uint64 {
	return (number + multiple - 1) &^ (multiple - 1)
}

func granuleOf(direct bool) uint64 {
	if direct {
		return PageBytes
	}
	return RecordAlignment
}

func numberAt(bytes []byte, at int) uint64 {
	return binary.LittleEndian.Uint64(bytes[at:])
}
