// The adapter of go/gob-stream: encoding/gob over the plain types, one stream for all messages.
package main

import (
	"bytes"
	"encoding/gob"
	"errors"

	"serbench/codec/plain"
	"serbench/harness/adapter"
)

// codec has both ends of a stream on which the types have gone over already: opening is what carried them.
type codec struct {
	output  bytes.Buffer
	encoder *gob.Encoder
	input   bytes.Reader
	decoder *gob.Decoder
	opening []byte
}

func newAdapter() adapter.Codec {
	c := &codec{}
	c.encoder = gob.NewEncoder(&c.output)
	// An empty object is sent with the descriptions of all types that it could hold.
	if err := c.encoder.Encode(new(plain.SerbenchRoot)); err != nil {
		panic(err)
	}
	c.opening = bytes.Clone(c.output.Bytes())
	if err := c.open(); err != nil {
		panic(err)
	}
	return c
}

// open makes a decoder that has read the opening.
func (c *codec) open() error {
	c.decoder = gob.NewDecoder(&c.input)
	c.input.Reset(c.opening)
	return c.decoder.Decode(new(plain.SerbenchRoot))
}

func (c *codec) Encode(object any) ([]byte, error) {
	c.output.Reset()
	if err := c.encoder.Encode(object); err != nil {
		return nil, err
	}
	return c.output.Bytes(), nil
}

func (c *codec) Decode(message []byte) (any, error) {
	c.input.Reset(message)
	object := new(plain.SerbenchRoot)
	err := c.decoder.Decode(object)
	if err == nil && c.input.Len() != 0 {
		err = errors.New("bytes are left over after the message")
	}
	if err != nil {
		// As after a connection that has failed.
		return nil, errors.Join(err, c.open())
	}
	return object, nil
}
