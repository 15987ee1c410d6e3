// Package library has what the adapter and the methods of plain types call of encoding/json/v2.
package library

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// What encoding/json/v2 calls writers and readers of texts.
type (
	Encoder = jsontext.Encoder
	Decoder = jsontext.Decoder
)

// MarshalEncode writes a value.
func MarshalEncode(out *Encoder, value any) error { return json.MarshalEncode(out, value) }

// UnmarshalDecode reads a value.
func UnmarshalDecode(in *Decoder, value any) error { return json.UnmarshalDecode(in, value) }

// Unmarshal reads a whole text.
func Unmarshal(message []byte, value any) error { return json.Unmarshal(message, value) }

// Writer writes texts into memory that it keeps.
type Writer struct {
	buffer bytes.Buffer
}

// NewWriter makes one.
func NewWriter() *Writer { return &Writer{} }

// Write writes over the last text.
func (w *Writer) Write(object any) ([]byte, error) {
	w.buffer.Reset()
	if err := json.MarshalWrite(&w.buffer, object); err != nil {
		return nil, err
	}
	return w.buffer.Bytes(), nil
}
