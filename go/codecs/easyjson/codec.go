// The adapter of go/easyjson: methods that easyjson generates for the plain types.
package main

import (
	"serbench/codec/plain"
	"serbench/harness/adapter"

	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jwriter"
)

type codec struct {
	buffer []byte
}

func newAdapter() adapter.Codec { return &codec{} }

func (c *codec) Encode(object any) ([]byte, error) {
	writer := jwriter.Writer{NoEscapeHTML: true}
	object.(*plain.SerbenchRoot).MarshalEasyJSON(&writer)
	text, err := writer.BuildBytes(c.buffer[:0])
	if err == nil {
		c.buffer = text
	}
	return text, err
}

func (c *codec) Decode(message []byte) (any, error) {
	object := new(plain.SerbenchRoot)
	return object, easyjson.Unmarshal(message, object)
}
