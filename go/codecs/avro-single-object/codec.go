// The adapter of go/avro-single-object: twmb/avro with the header of a single object. What is read goes through the
// resolver of its writer's schema.
package main

import (
	"errors"
	"fmt"

	"github.com/twmb/avro"

	"serbench/codec/plain"
	"serbench/codec/wire"
	"serbench/harness/adapter"
)

type codec struct {
	adapter.Composed
	schema *avro.Schema
	buffer []byte
	// How messages are read, by the fingerprints of their writers' schemas.
	readers map[[8]byte]reader
}

func newAdapter() adapter.Codec {
	c := &codec{schema: avro.MustParse(wire.Versions[wire.Fingerprint]), readers: map[[8]byte]reader{}}
	c.Of = c
	return c
}

func (c *codec) Build(object any) (any, error) {
	return buildRoot(object.(*plain.SerbenchRoot)), nil
}

// Serialize appends to a buffer that is used again.
func (c *codec) Serialize(message any) ([]byte, error) {
	bytes, err := c.schema.AppendSingleObject(c.buffer[:0], message)
	c.buffer = bytes
	return bytes, err
}

// Deserialize has the records of unions read with their names, by which the cases of a oneof are known.
func (c *codec) Deserialize(message []byte) (any, error) {
	writers, payload, err := avro.SingleObjectFingerprint(message)
	if err != nil {
		return nil, err
	}
	resolver, err := c.resolver(writers, payload)
	if err != nil {
		return nil, err
	}
	opened := new(wire.Root)
	rest, err := resolver.Decode(payload, opened, avro.TaggedUnions())
	if err == nil && len(rest) != 0 {
		err = errors.New("bytes are left over after the message")
	}
	return opened, err
}

func (c *codec) Extract(opened any) (any, error) {
	return extractRoot(opened.(*wire.Root)), nil
}

func (c *codec) resolver(writers [8]byte, payload []byte) (*avro.Schema, error) {
	read, met := c.readers[writers]
	if !met {
		text, known := wire.Versions[writers]
		if !known {
			return nil, fmt.Errorf("no schema has the fingerprint %x", writers)
		}
		read = readerOf(avro.MustParse(text), c.schema)
		c.readers[writers] = read
	}
	return read(payload)
}
