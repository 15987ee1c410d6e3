package protocol

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
)

// The files of FORMAT.md, section 2, by their first 8 bytes.
const (
	Corpus   = "SERBCRP1"
	Messages = "SERBMSG1"
	Numbers  = "SERBNUM1"
)

const (
	missing   = math.MaxUint32
	blockSize = 1 << 16
)

// ContainerReader reads one entry after the other and refuses a file at its first fault.
type ContainerReader struct {
	path  string
	file  *os.File
	input *bufio.Reader
	left  uint64
	count uint64
}

// OpenContainer opens a file that begins with these 8 bytes; Close ends it.
func OpenContainer(path, magic string) (*ContainerReader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, RefuseFile(path, fmt.Sprintf("cannot be opened: %s", Because(err)))
	}
	reader := &ContainerReader{path: path, file: file, input: bufio.NewReaderSize(file, blockSize)}
	if err := reader.begin(magic); err != nil {
		file.Close()
		return nil, err
	}
	return reader, nil
}

func (reader *ContainerReader) begin(magic string) error {
	facts, err := reader.file.Stat()
	if err != nil {
		return reader.Refuse(fmt.Sprintf("cannot be opened: %s", Because(err)))
	}
	reader.left = uint64(facts.Size())
	var head [16]byte
	if err := reader.fill(head[:8]); err != nil {
		return err
	}
	if string(head[:8]) != magic {
		return reader.Refuse("does not begin with " + magic)
	}
	err = reader.fill(head[8:])
	reader.count = binary.LittleEndian.Uint64(head[8:])
	return err
}

// Count is the number of entries that the file claims to hold.
func (reader *ContainerReader) Count() uint64 { return reader.count }

// Next returns the next entry in memory of its own; false if it is missing, as messages can be.
func (reader *ContainerReader) Next() ([]byte, bool, error) {
	var head [4]byte
	if err := reader.fill(head[:]); err != nil {
		return nil, false, err
	}
	size := binary.LittleEndian.Uint32(head[:])
	if size == missing {
		return nil, false, nil
	}
	// A length beyond the end of the file must not become an allocation.
	if uint64(size) > reader.left {
		return nil, false, reader.Refuse("ends too early")
	}
	entry := make([]byte, size)
	return entry, true, reader.fill(entry)
}

// Finish refuses bytes behind the last entry.
func (reader *ContainerReader) Finish() error {
	if reader.left > 0 {
		return reader.Refuse("has bytes after its last entry")
	}
	return nil
}

// Close gives the file back.
func (reader *ContainerReader) Close() { reader.file.Close() }

// Refuse makes the error that this file is not what it should be.
func (reader *ContainerReader) Refuse(why string) error { return RefuseFile(reader.path, why) }

func (reader *ContainerReader) fill(bytes []byte) error {
	if _, err := io.ReadFull(reader.input, bytes); err != nil {
		return reader.Refuse("ends too early")
	}
	reader.left -= uint64(len(bytes))
	return nil
}

// ContainerWriter writes one entry after the other.
type ContainerWriter struct {
	path   string
	file   *os.File
	output *bufio.Writer
}

// CreateContainer begins a file of so many entries.
func CreateContainer(path, magic string, count int) (*ContainerWriter, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, RefuseFile(path, fmt.Sprintf("cannot be written: %s", Because(err)))
	}
	writer := &ContainerWriter{path, file, bufio.NewWriterSize(file, blockSize)}
	return writer, writer.put(binary.LittleEndian.AppendUint64([]byte(magic), uint64(count)))
}

// Add writes an entry, or the mark that it is missing.
func (writer *ContainerWriter) Add(entry []byte, present bool) error {
	if !present {
		return writer.put(binary.LittleEndian.AppendUint32(nil, missing))
	}
	if uint64(len(entry)) >= missing {
		return RefuseFile(writer.path, "cannot hold an entry of 2^32-1 bytes or more")
	}
	if err := writer.put(binary.LittleEndian.AppendUint32(nil, uint32(len(entry)))); err != nil {
		return err
	}
	return writer.put(entry)
}

// Finish hands everything to the system, which refuses here at the latest.
func (writer *ContainerWriter) Finish() error {
	err := writer.output.Flush()
	if closed := writer.file.Close(); err == nil {
		err = closed
	}
	return writer.fault(err)
}

func (writer *ContainerWriter) put(bytes []byte) error {
	_, err := writer.output.Write(bytes)
	return writer.fault(err)
}

func (writer *ContainerWriter) fault(err error) error {
	if err == nil {
		return nil
	}
	return RefuseFile(writer.path, fmt.Sprintf("cannot be written: %s", Because(err)))
}
