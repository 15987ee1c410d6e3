// The adapter of go/bson: the package bson of MongoDB's driver over the plain types, whose tags codec.toml names.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"

	"serbench/codec/numbers"
	"serbench/codec/plain"
	"serbench/harness/adapter"
)

type codec struct {
	buffer    bytes.Buffer
	encoder   *bson.Encoder
	unmarshal func(document []byte, object any) error
}

func newAdapter() adapter.Codec {
	c := &codec{unmarshal: bson.Unmarshal}
	c.encoder = bson.NewEncoder(bson.NewDocumentWriter(&c.buffer))
	if numbers.HeldBy(reflect.TypeFor[plain.SerbenchRoot](), map[reflect.Type]bool{}) {
		c.encoder.SetRegistry(numbers.Registry)
		c.unmarshal = numbers.Unmarshal
	}
	return c
}

func (c *codec) Encode(object any) ([]byte, error) {
	c.buffer.Reset()
	if err := c.encoder.Encode(object); err != nil {
		// The writer is still inside the document.
		c.encoder.Reset(bson.NewDocumentWriter(&c.buffer))
		return nil, err
	}
	return c.buffer.Bytes(), nil
}

// Decode makes sure that nothing is left over, at which Unmarshal does not look.
func (c *codec) Decode(message []byte) (any, error) {
	if len(message) >= 4 && int(binary.LittleEndian.Uint32(message)) < len(message) {
		return nil, errors.New("bytes are left over after the document")
	}
	object := new(plain.SerbenchRoot)
	if err := c.unmarshal(message, object); err != nil {
		return nil, err
	}
	return object, nil
}
