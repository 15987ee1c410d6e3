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

// Encode writes into a buffer that is kept, and only asks for the size of an object that does not fit.
func (c *codec) Encode(object any) ([]byte, error) {
	value := object.(*plain.SerbenchRoot)
	written, fits := marshal(value, c.buffer)
	if !fits {
		c.buffer = make([]byte, max(root.Size(*value), 2*len(c.buffer)))
		written = root.Marshal(*value, c.buffer)
	}
	return c.buffer[:written], nil
}

// marshal says false where the buffer is too small, on which a serializer panics ("mus.Serializer").
func marshal(value *plain.SerbenchRoot, buffer []byte) (written int, fits bool) {
	defer func() { fits = recover() == nil }()
	return root.Marshal(*value, buffer), true
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
