// The adapter of go/flatbuffers: tables built bottom-up in a builder and read where they lie, by generated accessors.
package main

import (
	"bytes"
	"errors"

	flatbuffers "github.com/google/flatbuffers/go"

	"serbench/codec/plain"
	"serbench/harness/adapter"
	"serbench/harness/values"
)

type codec struct {
	packer packer
}

func newAdapter() adapter.Codec {
	return &codec{packer{Builder: flatbuffers.NewBuilder(1024)}}
}

// BuildsInPlace says that a message is its bytes.
func (c *codec) BuildsInPlace() {}

// Encode returns the bytes where the builder holds them.
func (c *codec) Encode(object any) ([]byte, error) {
	c.packer.Reset()
	c.packer.offsets = c.packer.offsets[:0]
	c.packer.Finish(c.packer.packRoot(object.(*plain.SerbenchRoot)))
	return c.packer.FinishedBytes(), nil
}

func (c *codec) Decode(message []byte) (any, error) {
	opened, err := c.Deserialize(message)
	if err != nil {
		return nil, err
	}
	return c.Extract(opened)
}

// Build copies the bytes, since the builder is used again.
func (c *codec) Build(object any) (any, error) {
	message, err := c.Encode(object)
	return bytes.Clone(message), err
}

func (c *codec) Serialize(message any) ([]byte, error) {
	return message.([]byte), nil
}

func (c *codec) Deserialize(message []byte) (any, error) {
	return open(message)
}

func (c *codec) Extract(opened any) (any, error) {
	return unpackRoot(opened.(*wireRoot))
}

func (c *codec) Touch(opened any, plan values.Plan) (uint64, error) {
	return touchRoot(opened.(*wireRoot), plan), nil
}

// open refuses what is too short for the root's offset; the library has no verifier.
func open(message []byte) (*wireRoot, error) {
	if len(message) < flatbuffers.SizeUOffsetT {
		return nil, errors.New("a message ends before the offset of its root")
	}
	opened := new(wireRoot)
	opened.Init(message, flatbuffers.GetUOffsetT(message))
	return opened, nil
}
