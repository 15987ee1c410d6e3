// The adapter of go/avro-goavro: LinkedIn's goavro, whose messages are maps of values.
package main

import (
	"errors"

	"github.com/linkedin/goavro/v2"

	"serbench/codec/plain"
	"serbench/harness/adapter"
)

type codec struct {
	adapter.Composed
	library *goavro.Codec
	buffer  []byte
}

func newAdapter() adapter.Codec {
	library, err := goavro.NewCodec(schemaText)
	if err != nil {
		panic(err)
	}
	c := &codec{library: library}
	c.Of = c
	return c
}

func (c *codec) Build(object any) (any, error) {
	return nativeRoot(object.(*plain.SerbenchRoot)), nil
}

// Serialize appends to a buffer that is used again.
func (c *codec) Serialize(message any) ([]byte, error) {
	bytes, err := c.library.BinaryFromNative(c.buffer[:0], message)
	c.buffer = bytes
	return bytes, err
}

func (c *codec) Deserialize(message []byte) (any, error) {
	opened, rest, err := c.library.NativeFromBinary(message)
	if err == nil && len(rest) != 0 {
		err = errors.New("bytes are left over after the message")
	}
	return opened, err
}

func (c *codec) Extract(opened any) (any, error) {
	return plainRoot(opened), nil
}

// Rewrites says that messages that were read can be written.
func (*codec) Rewrites() {}
