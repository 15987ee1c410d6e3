// The adapter of go/msgp: methods that tinylib/msgp generates for the plain types.
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
	bytes, err := object.(*plain.SerbenchRoot).MarshalMsg(c.buffer[:0])
	if err != nil {
		return nil, err
	}
	c.buffer = bytes
	return bytes, nil
}

func (c *codec) Decode(message []byte) (any, error) {
	object := new(plain.SerbenchRoot)
	return object, c.DecodeReuse(message, object)
}

func (c *codec) DecodeReuse(message []byte, object any) error {
	rest, err := object.(*plain.SerbenchRoot).UnmarshalMsg(message)
	if err == nil && len(rest) != 0 {
		return errors.New("bytes are left over after the message")
	}
	return err
}
