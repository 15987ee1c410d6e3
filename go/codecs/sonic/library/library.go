// Package library has what the adapter and the methods of plain types call of sonic.
package library

import (
	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/encoder"
)

// The codec does not compile where sonic has no code of its own and hands over to encoding/json.
const _ = uint(sonic.APIKind - sonic.UseSonicJSON)

// Functions of the library.
var (
	Marshal   = sonic.Marshal
	Unmarshal = sonic.Unmarshal
)

// Writer writes texts into memory that it keeps.
type Writer struct {
	buffer []byte
}

// NewWriter makes one with the options of sonic.ConfigDefault, which has none.
func NewWriter() *Writer { return &Writer{} }

// Write writes over the last text.
func (w *Writer) Write(object any) ([]byte, error) {
	w.buffer = w.buffer[:0]
	if err := encoder.EncodeInto(&w.buffer, object, 0); err != nil {
		return nil, err
	}
	return w.buffer, nil
}
