package store

import (
	"runtime"
	"sync"
)

// Range is the places from Begin up to End.
type Range struct {
	Begin, End uint64
}

// Parts gives each thread its part of count objects.
func Parts(count, threads uint64) []Range {
	begin := func(thread uint64) uint64 {
		return count/threads*thread + min(thread, count%threads)
	}
	parts := make([]Range, threads)
	for thread := range threads {
		parts[thread] = Range{begin(thread), begin(thread + 1)}
	}
	return parts
}

// InThreads runs each body in a thread of its own, one alone in this one, and gives the fault of the first that has
// one.
func InThreads(bodies []func() error) error {
	if len(bodies) == 1 {
		return inOneThread(bodies[0])
	}
	faults := make([]error, len(bodies))
	var running sync.WaitGroup
	for thread, body := range bodies {
		running.Add(1)
		go func() {
			defer running.Done()
			faults[thread] = inOneThread(body)
		}()
	}
	running.Wait()
	for _, fault := range faults {
		if fault != nil {
			return fault
		}
	}
	return nil
}

// inOneThread stays in one thread, because it reads that thread's clock.
func inOneThread(body func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return body()
}
