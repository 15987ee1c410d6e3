package main

import (
	"google.golang.org/protobuf/proto"

	"serbench/codec/plain"
	"serbench/harness/page"
)

// protobuf has generated messages; what is rendered converts objects to them and back.
type protobuf struct {
	page.Composed
	message []byte
}

func newPage() page.Codec {
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
	bytes, err := proto.MarshalOptions{}.MarshalAppend(codec.message[:0], message.(proto.Message))
	codec.message = bytes
	return bytes, err
}

// Deserialize makes a message.
func (*protobuf) Deserialize(bytes []byte) (any, error) { return opened(bytes) }

// Extract makes an object, which takes over what a message and an object hold alike.
func (*protobuf) Extract(message any) (any, error) {
	object := new(plain.SerbenchRoot)
	fill(message.(*wireRoot), object)
	return object, nil
}

// ReadMessage makes a message that can be written.
func (*protobuf) ReadMessage(bytes []byte) (any, error) { return opened(bytes) }

// TouchMessage reads such a message.
func (*protobuf) TouchMessage(message any) (uint64, error) {
	return touchRootOne(message.(*wireRoot)), nil
}

// AccessOne reads through a message.
func (*protobuf) AccessOne(bytes []byte) (uint64, error) { return touched(bytes, touchRootOne) }

// AccessTenth reads through a message.
func (*protobuf) AccessTenth(bytes []byte) (uint64, error) { return touched(bytes, touchRootTenth) }

// AccessAll reads through a message.
func (*protobuf) AccessAll(bytes []byte) (uint64, error) { return touched(bytes, touchRootAll) }

func touched(bytes []byte, touch func(*wireRoot) uint64) (uint64, error) {
	message, err := opened(bytes)
	if err != nil {
		return 0, err
	}
	return touch(message), nil
}

func opened(bytes []byte) (*wireRoot, error) {
	message := new(wireRoot)
	return message, proto.Unmarshal(bytes, message)
}
