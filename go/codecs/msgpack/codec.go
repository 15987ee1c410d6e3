// The adapter of go/msgpack: vmihailenco/msgpack over the plain types, whose tags codec.toml names.
package main

import (
	"bytes"
	"errors"

	"github.com/vmihailenco/msgpack/v5"

	"serbench/codec/plain"
	"serbench/harness/adapter"
)

type codec struct {
	buffer  bytes.Buffer
	encoder *msgpack.Encoder
	message bytes.Reader
	decoder *msgpack.Decoder
}

func newAdapter() adapter.Codec {
	c := &codec{}
	c.encoder = msgpack.NewEncoder(&c.buffer)
	c.encoder.UseCompactInts(true)
	c.decoder = msgpack.NewDecoder(&c.message)
	return c
}

func (c *codec) Encode(object any) ([]byte, error) {
	c.buffer.Reset()
	if err := c.encoder.Encode(object); err != nil {
		return nil, err
	}
	return c.buffer.Bytes(), nil
}

func (c *codec) Decode(message []byte) (any, error) {
	c.message.Reset(message)
	object := new(plain.SerbenchRoot)
	if err := c.decoder.Decode(object); err != nil {
		return nil, err
	}
	if c.message.Len() != 0 {
		return nil, errors.New("bytes are left over after the message")
	}
	return object, nil
}
