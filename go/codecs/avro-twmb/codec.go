// The adapter of go/avro-twmb: twmb/avro over structs that are rendered for the records of the schema.
package main

import (
	"errors"

	"github.com/twmb/avro"

	"serbench/codec/plain"
	"serbench/codec/wire"
	"serbench/harness/adapter"
)

type codec struct {
	adapter.Composed
	schema *avro.Schema
	buffer []byte
}

func newAdapter() adapter.Codec {
	c := &codec{schema: avro.MustParse(wire.Schema)}
	c.Of = c
	return c
}

func (c *codec) Build(object any) (any, error) {
	return buildRoot(object.(*plain.SerbenchRoot)), nil
}

// Serialize appends to a buffer that is used again.
func (c *codec) Serialize(message any) ([]byte, error) {
	bytes, err := c.schema.AppendEncode(c.buffer[:0], message)
	c.buffer = bytes
	return bytes, err
}

// Deserialize has the records of unions read with their names, by which the cases of a oneof are known.
func (c *codec) Deserialize(message []byte) (any, error) {
	opened := new(wire.Root)
	rest, err := c.schema.Decode(message, opened, avro.TaggedUnions())
	if err == nil && len(rest) != 0 {
		err = errors.New("bytes are left over after the message")
	}
	return opened, err
}

func (c *codec) Extract(opened any) (any, error) {
	return extractRoot(opened.(*wire.Root)), nil
}
