// The adapter of go/cbor: fxamacker/cbor over the plain types, whose tags codec.toml names.
package main

import (
	"bytes"

	"serbench/codec/modes"
	"serbench/codec/plain"
	"serbench/harness/adapter"
)

type codec struct {
	buffer bytes.Buffer
}

func newAdapter() adapter.Codec {
	return &codec{}
}

func (c *codec) Encode(object any) ([]byte, error) {
	c.buffer.Reset()
	if err := modes.Encoding.MarshalToBuffer(object, &c.buffer); err != nil {
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
