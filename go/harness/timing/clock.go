// Package timing has clocks and counters, and the loop that is timed.
package timing

import "time"

// Stopwatch has both clocks since it was started: CPU time and the wall's.
type Stopwatch struct {
	clock int
	wall  time.Time
	cpu   uint64
}

// StartProcess measures the CPU time of the whole process, its collector included. The CPU clock is read last
// here and first at the end, so that it holds only what is measured.
func StartProcess() Stopwatch { return start(processClock) }

// StartThread measures the CPU time of this thread, which the goroutine must have locked.
func StartThread() Stopwatch { return start(threadClock) }

func start(clock int) Stopwatch {
	wall := time.Now()
	return Stopwatch{clock, wall, cpuNs(clock)}
}

// CPUNs is the CPU time so far.
func (watch *Stopwatch) CPUNs() uint64 { return cpuNs(watch.clock) - watch.cpu }

// WallNs is the wall time so far.
func (watch *Stopwatch) WallNs() uint64 { return uint64(time.Since(watch.wall)) }
