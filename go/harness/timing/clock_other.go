//go:build !linux

package timing

import "syscall"

const (
	processClock = syscall.RUSAGE_SELF
	threadClock  = syscall.RUSAGE_SELF
)

// cpuNs is in microseconds, and that of the process for a thread too.
func cpuNs(clock int) uint64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(clock, &used); err != nil {
		return 0
	}
	return uint64(used.Utime.Nano() + used.Stime.Nano())
}
