//go:build !linux

package relay

import (
	"syscall"
	"unsafe"
)

// pollForever waits without a limit.
func pollForever(sockets unsafe.Pointer, count int) syscall.Errno {
	forever := ^uintptr(0)
	_, _, fault := syscall.Syscall(syscall.SYS_POLL, uintptr(sockets), uintptr(count), forever)
	return fault
}
