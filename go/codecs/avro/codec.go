// The adapter of go/avro: hamba/avro over structs that are rendered for the records of the schema.
package main

import (
	"errors"
	"io"

	"github.com/hamba/avro/v2"

	"serbench/codec/plain"
	"serbench/codec/wire"
	"serbench/harness/adapter"
)

type codec struct {
	adapter.Composed
	schema avro.Schema
	writer *avro.Writer
	reader *avro.Reader
}

// mostBytes is what a text or bytes may have; the library's own limit is 1 MiB.
const mostBytes = 32 << 20

// newAdapter has blocks written without their size, because Avro's library for C++ misreads a second block that has
// one.
func newAdapter() adapter.Codec {
	api := avro.Config{MaxByteSliceSize: mostBytes, DisableBlockSizeHeader: true}.Freeze()
	register(api)
	c := &codec{
		schema: avro.MustParse(wire.Schema),
		writer: avro.NewWriter(nil, 512, avro.WithWriterConfig(api)),
		reader: avro.NewReader(nil, 0, avro.WithReaderConfig(api)),
	}
	c.Of = c
	return c
}

func (c *codec) Build(object any) (any, error) {
	return buildRoot(object.(*plain.SerbenchRoot)), nil
}

func (c *codec) Serialize(message any) ([]byte, error) {
	c.writer.Reset(nil)
	c.writer.Error = nil
	c.writer.WriteVal(c.schema, message)
	return c.writer.Buffer(), c.writer.Error
}

func (c *codec) Deserialize(message []byte) (any, error) {
	opened := new(wire.Root)
	c.reader.Reset(message)
	c.reader.Error = nil
	c.reader.ReadVal(c.schema, opened)
	if c.reader.Error != nil {
		return nil, c.reader.Error
	}
	if c.reader.Peek(); !errors.Is(c.reader.Error, io.EOF) {
		return nil, errors.New("bytes are left over after the message")
	}
	return opened, nil
}

func (c *codec) Extract(opened any) (any, error) {
	return extractRoot(opened.(*wire.Root)), nil
}
