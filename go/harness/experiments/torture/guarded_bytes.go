package torture

import (
	"os"
	"syscall"
)

// guardedBytes copies bytes so that they end where readable memory ends: code that reads on, past what Go checks, faults.
func guardedBytes(bytes []byte) (copied []byte, release func(), err error) {
	page := os.Getpagesize()
	readable := (len(bytes) + page - 1) / page * page
	memory, err := syscall.Mmap(-1, 0, readable+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, nil, err
	}
	// Memory that cannot be given back is left to the end of the process.
	release = func() { _ = syscall.Munmap(memory) }
	if err := syscall.Mprotect(memory[readable:], syscall.PROT_NONE); err != nil {
		release()
		return nil, nil, err
	}
	copied = memory[readable-len(bytes) : readable : readable]
	copy(copied, bytes)
	return copied, release, nil
}
