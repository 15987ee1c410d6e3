package store

import "unsafe"

// PageBuffer is memory that direct input and output can use: it begins at a page's boundary.
type PageBuffer struct {
	Bytes []byte
}

// PageBufferOf makes memory of so many bytes and hardly more, for one that has to fit a budget.
func PageBufferOf(bytes uint64) PageBuffer {
	size := RoundUp(max(bytes, 1), PageBytes)
	memory := make([]byte, size+PageBytes)
	begin := -uintptr(unsafe.Pointer(unsafe.SliceData(memory))) & (PageBytes - 1)
	return PageBuffer{memory[begin : uint64(begin)+size]}
}

// Require makes room for so many bytes. What was there is lost when the memory grows.
func (b *PageBuffer) Require(bytes uint64) {
	if bytes > uint64(len(b.Bytes)) {
		*b = PageBuffer{}
		*b = PageBufferOf(2 * bytes)
	}
}
