// Package library has what the adapter and the methods of plain types call of json-iterator.
package library

import jsoniter "github.com/json-iterator/go"

// The library's default, but for the escapes that only HTML demands.
var config = jsoniter.Config{}.Froze()

// Functions of the library.
var (
	Marshal   = config.Marshal
	Unmarshal = config.Unmarshal
)

// Writer writes texts into memory that it keeps.
type Writer struct {
	stream *jsoniter.Stream
}

// NewWriter makes one.
func NewWriter() *Writer { return &Writer{jsoniter.NewStream(config, nil, 512)} }

// Write writes over the last text.
func (w *Writer) Write(object any) ([]byte, error) {
	w.stream.Reset(nil)
	w.stream.Error = nil
	w.stream.WriteVal(object)
	return w.stream.Buffer(), w.stream.Error
}
