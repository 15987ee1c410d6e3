package main

import (
	"encoding/binary"

	"serbench/codec/plain"
	"serbench/harness/adapter"
	"serbench/harness/values"
)

// handcoded writes and reads the bytes of FORMAT.md, section 1, field by field. The corpus has been read strictly, so
// NaN, text and the order of keys are not looked at again.
type handcoded struct {
	message []byte
	// places has where numbers lie in a message that is changed.
	places []int
}

func newAdapter() adapter.Codec { return &handcoded{} }

// Encode appends to a buffer that is used again.
func (codec *handcoded) Encode(object any) ([]byte, error) {
	codec.message = writeRoot(object.(*plain.SerbenchRoot), codec.message[:0])
	return codec.message, nil
}

// Decode reads into a fresh object.
func (codec *handcoded) Decode(message []byte) (any, error) {
	object := new(plain.SerbenchRoot)
	return object, codec.DecodeReuse(message, object)
}

// DecodeReuse reads over an object; lists and maps keep their memory.
func (*handcoded) DecodeReuse(message []byte, object any) error {
	r := values.NewReader(message, false)
	readRoot(&r, object.(*plain.SerbenchRoot))
	return r.End()
}

// Access scans to the last field that is read.
func (*handcoded) Access(message []byte, plan values.Plan) (uint64, error) {
	r := values.NewReader(message, false)
	touch := opening(&r, plan)
	return touch, r.Err()
}

// UpdateNumber finds all places before it changes one.
func (codec *handcoded) UpdateNumber(message []byte) (bool, error) {
	r := values.NewReader(message, false)
	codec.places = findNumbers(&r, codec.places[:0])
	if err := r.End(); err != nil {
		return false, err
	}
	for _, place := range codec.places {
		addOne(message[place:])
	}
	return true, nil
}

// sum32 is the touch of a list of numbers of 4 bytes.
func sum32[T int32 | uint32](r *values.Reader) (sum uint64) {
	for bytes := r.Take(4 * int(r.Uint32())); len(bytes) >= 4; bytes = bytes[4:] {
		sum += uint64(int64(T(binary.LittleEndian.Uint32(bytes))))
	}
	return sum
}

// sum64 is the touch of a list of numbers of 8 bytes.
func sum64(r *values.Reader) (sum uint64) {
	for bytes := r.Take(8 * int(r.Uint32())); len(bytes) >= 8; bytes = bytes[8:] {
		sum += binary.LittleEndian.Uint64(bytes)
	}
	return sum
}

// add32 adds 1 to a number of 4 bytes.
func add32(bytes []byte) {
	binary.LittleEndian.PutUint32(bytes, binary.LittleEndian.Uint32(bytes)+1)
}

// add64 adds 1 to a number of 8 bytes.
func add64(bytes []byte) {
	binary.LittleEndian.PutUint64(bytes, binary.LittleEndian.Uint64(bytes)+1)
}
