// The adapter of go/vtprotobuf-unsafe: the messages of go/protobuf with methods that vtprotobuf generates, whose texts
// and bytes refer to a copy of what was read.
package main

import (
	"bytes"

	"serbench/codec/plain"
	"serbench/harness/adapter"
	"serbench/harness/values"
)

type vtprotobuf struct {
	adapter.Composed
	bytes []byte
	kept  wireRoot
}

func newAdapter() adapter.Codec {
	codec := &vtprotobuf{}
	codec.Of = codec
	return codec
}

// Build makes a message.
func (*vtprotobuf) Build(object any) (any, error) {
	return messageOf(object.(*plain.SerbenchRoot)), nil
}

// Serialize writes into a buffer that is used again, from its end.
func (codec *vtprotobuf) Serialize(message any) ([]byte, error) {
	root := message.(*wireRoot)
	size := root.SizeVT()
	if cap(codec.bytes) < size {
		codec.bytes = make([]byte, size)
	}
	written, err := root.MarshalToSizedBufferVT(codec.bytes[:size])
	return codec.bytes[size-written : size], err
}

// Deserialize reads into the message that is kept.
func (codec *vtprotobuf) Deserialize(received []byte) (any, error) {
	codec.kept.ResetVT()
	return &codec.kept, codec.kept.UnmarshalVTUnsafe(bytes.Clone(received))
}

// DeserializeFresh makes a message.
func (*vtprotobuf) DeserializeFresh(received []byte) (any, error) { return fresh(received) }

// Extract makes an object, which takes over what a message and an object hold alike; so it copies the message that is
// kept.
func (codec *vtprotobuf) Extract(opened any) (any, error) {
	message := opened.(*wireRoot)
	if message == &codec.kept {
		message = message.CloneVT()
	}
	return taken(message), nil
}

// Decode makes a message that the object may take over.
func (*vtprotobuf) Decode(received []byte) (any, error) {
	message, err := fresh(received)
	if err != nil {
		return nil, err
	}
	return taken(message), nil
}

// Rewrites says that messages that were read can be written.
func (*vtprotobuf) Rewrites() {}

// Touch reads fields of a message.
func (*vtprotobuf) Touch(message any, plan values.Plan) (uint64, error) {
	return touchRoot(message.(*wireRoot), plan), nil
}

// A message whose texts and bytes refer to one copy of what was received.
func fresh(received []byte) (*wireRoot, error) {
	message := new(wireRoot)
	return message, message.UnmarshalVTUnsafe(bytes.Clone(received))
}

func taken(message *wireRoot) *plain.SerbenchRoot {
	object := new(plain.SerbenchRoot)
	fill(message, object)
	return object
}
