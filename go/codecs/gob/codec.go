// The adapter of go/gob: encoding/gob over the plain types, a stream for each message.
package main

import (
	"bytes"
	"encoding/gob"
	"errors"

	"serbench/codec/plain"
	"serbench/harness/adapter"
)

type codec struct {
	output bytes.Buffer
	input  bytes.Reader
}

func newAdapter() adapter.Codec {
	return &codec{}
}

func (c *codec) Encode(object any) ([]byte, error) {
	c.output.Reset()
	if err := gob.NewEncoder(&c.output).Encode(sent(object.(*plain.SerbenchRoot))); err != nil {
		return nil, err
	}
	return c.output.Bytes(), nil
}

func (c *codec) Decode(message []byte) (any, error) {
	c.input.Reset(message)
	object, err := received(gob.NewDecoder(&c.input))
	if err != nil {
		return nil, err
	}
	if c.input.Len() != 0 {
		return nil, errors.New("bytes are left over after the message")
	}
	return object, nil
}
