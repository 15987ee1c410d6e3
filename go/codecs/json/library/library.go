// Package library has what the adapter and the methods of plain types call of encoding/json.
package library

import (
	"bytes"
	"encoding/json"
)

// Functions of the library.
var (
	Marshal   = json.Marshal
	Unmarshal = json.Unmarshal
)

// Writer writes texts into memory that it keeps.
type Writer struct {
	buffer  bytes.Buffer
	encoder *json.Encoder
}

// NewWriter makes one without the escapes for HTML.
func NewWriter() *Writer {
	w := &Writer{}
	w.encoder = json.NewEncoder(&w.buffer)
	w.encoder.SetEscapeHTML(false)
	return w
}

// Write leaves out the line end that an Encoder appends to every value.
func (w *Writer) Write(object any) ([]byte, error) {
	w.buffer.Reset()
	if err := w.encoder.Encode(object); err != nil {
		return nil, err
	}
	return w.buffer.Bytes()[:w.buffer.Len()-1], nil
}
