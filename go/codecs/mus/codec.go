// The adapter of go/mus and its variant: serializers of mus-go, composed for the plain types by rendered code.
package main

import (
	"errors"

	"serbench/codec/plain"
	"serbench/harness/adapter"
)

type codec struct {
	buffer []byte
}

func newAdapter() adapter.Codec {
	return &codec{}
}

func (c *codec) Encode(object any) ([]byte, error) {
	value := object.(*plain.SerbenchRoot)
	size := root.Size(*value)
	if cap(c.buffer) < size {
		c.buffer = make([]byte, size)
	}
	written := root.Marshal(*value, c.buffer[:size])
	return c.buffer[:written], nil
}

func (c *codec) Decode(message []byte) (any, error) {
	value, read, err := root.Unmarshal(received(message))
	if err != nil {
		return nil, err
	}
	if read != len(message) {
		return nil, errors.New("bytes are left over after the message")
	}
	return &value, nil
}
