// Package library has what the adapter and the methods of plain types call of sonic.
package library

import (
	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/encoder"
)

// Functions of the library.
var (
	Marshal   = sonic.ConfigFastest.Marshal
	Unmarshal = sonic.ConfigFastest.Unmarshal
)

// Writer writes texts into memory that it keeps.
type Writer struct {
	buffer []byte
}

// NewWriter makes one with the options of sonic.ConfigFastest.
func NewWriter() *Writer { return &Writer{} }

// Write writes over the last text.
func (w *Writer) Write(object any) ([]byte, error) {
	w.buffer = w.buffer[:0]
	if err := encoder.EncodeInto(&w.buffer, object, encoder.NoValidateJSONMarshaler); err != nil {
		return nil, err
	}
	return w.buffer, nil
}
