package torture

import "unsafe"

// behind reads the byte after the last as a library without checks would.
func behind(bytes []byte) byte {
	return *(*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(bytes)), len(bytes)))
}
