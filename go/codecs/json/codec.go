// The adapter of go/json and its variants: a library of texts over the plain types, whose tags codec.toml names.
package main

import (
	"serbench/codec/library"
	"serbench/codec/plain"
	"serbench/harness/adapter"
)

// What a library's writer offers, the adapter offers.
type codec struct{ *library.Writer }

func newAdapter() adapter.Codec { return &codec{library.NewWriter()} }

// Encode writes into memory that is used again.
func (c *codec) Encode(object any) ([]byte, error) { return c.Write(object) }

// Decode makes a fresh object.
func (c *codec) Decode(message []byte) (any, error) {
	object := new(plain.SerbenchRoot)
	if err := library.Unmarshal(message, object); err != nil {
		return nil, err
	}
	return object, nil
}
