// The page of go/cbor: fxamacker/cbor over the plain types, whose tags codec.toml names.
package main

import (
	"bytes"

	"github.com/fxamacker/cbor/v2"

	"serbench/codec/modes"
	"serbench/codec/plain"
	"serbench/harness/page"
)

type codec struct {
	encoding cbor.UserBufferEncMode
	buffer   bytes.Buffer
}

func newPage() page.Codec {
	return &codec{encoding: modes.Encoding}
}

// Repeat has the keys of maps sorted.
func (c *codec) Repeat() { c.encoding = modes.Repeating }

func (c *codec) Encode(object any) ([]byte, error) {
	c.buffer.Reset()
	if err := c.encoding.MarshalToBuffer(object, &c.buffer); err != nil {
		return nil, err
	}
	return c.buffer.Bytes(), nil
}

func (c *codec) Decode(message []byte) (any, error) {
	object := new(plain.SerbenchRoot)
	if err := modes.Decoding.Unmarshal(message, object); err != nil {
		return nil, err
	}
	return object, nil
}
