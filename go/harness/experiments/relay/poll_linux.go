package relay

import (
	"syscall"
	"unsafe"
)

// pollForever waits without a limit. Not every architecture has the call without the p.
func pollForever(sockets unsafe.Pointer, count int) syscall.Errno {
	_, _, fault := syscall.Syscall6(syscall.SYS_PPOLL, uintptr(sockets), uintptr(count), 0, 0, 0, 0)
	return fault
}
