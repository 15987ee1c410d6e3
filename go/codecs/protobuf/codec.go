package main

import (
	"google.golang.org/protobuf/proto"

	"serbench/codec/modes"
	"serbench/codec/plain"
	"serbench/harness/adapter"
	"serbench/harness/values"
)

// protobuf has generated messages; what is rendered converts objects to them and back.
type protobuf struct {
	adapter.Composed
	message []byte
}

func newAdapter() adapter.Codec {
	codec := &protobuf{}
	codec.Of = codec
	return codec
}

// Build makes a message.
func (*protobuf) Build(object any) (any, error) {
	return messageOf(object.(*plain.SerbenchRoot)), nil
}

// Serialize appends to a buffer that is used again.
func (codec *protobuf) Serialize(message any) ([]byte, error) {
	bytes, err := modes.Encoding.MarshalAppend(codec.message[:0], message.(proto.Message))
	codec.message = bytes
	return bytes, err
}

// Deserialize makes a message.
func (*protobuf) Deserialize(bytes []byte) (any, error) {
	message := new(wireRoot)
	return message, proto.Unmarshal(bytes, message)
}

// Extract makes an object, which takes over what a message and an object hold alike.
func (*protobuf) Extract(message any) (any, error) {
	object := new(plain.SerbenchRoot)
	fill(message.(*wireRoot), object)
	return object, nil
}

// Rewrites says that messages that were read can be written.
func (*protobuf) Rewrites() {}

// Touch reads fields of a message.
func (*protobuf) Touch(message any, plan values.Plan) (uint64, error) {
	return touchRoot(message.(*wireRoot), plan), nil
}
