// The adapter of go/mus-unsafe: the serializers of go/mus, whose texts and bytes refer to a copy of the message.
package main

import (
	"bytes"
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

// Decode copies the message once: texts and bytes of the object refer to the copy.
func (c *codec) Decode(message []byte) (any, error) {
	value, read, err := root.Unmarshal(bytes.Clone(message))
	if err != nil {
		return nil, err
	}
	if read != len(message) {
		return nil, errors.New("bytes are left over after the message")
	}
	return &value, nil
}
