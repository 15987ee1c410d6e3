package main

import (
	"serbench/harness/adapter"
	"serbench/harness/values"
)

// copying is the floor: the object is its own bytes, which are copied once each way.
type copying struct{ message []byte }

func newAdapter() adapter.Codec { return &copying{} }

// Form lets the objects be their bytes.
func (*copying) Form(plain values.Form) values.Form { return values.ImageForm{Of: plain} }

// Encode copies into memory that is used again.
func (codec *copying) Encode(object any) ([]byte, error) {
	codec.message = append(codec.message[:0], object.(*values.Image).Bytes...)
	return codec.message, nil
}

// Decode copies into fresh memory.
func (*copying) Decode(message []byte) (any, error) {
	return &values.Image{Bytes: append([]byte(nil), message...)}, nil
}

// DecodeReuse copies into memory that is used again.
func (*copying) DecodeReuse(message []byte, object any) error {
	image := object.(*values.Image)
	image.Bytes = append(image.Bytes[:0], message...)
	return nil
}
