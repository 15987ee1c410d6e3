package timing

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The rules by which the runtime makes room for garbage: the same for all codecs, and recorded.
const (
	// garbagePercent is GOGC's default, with which users' programs run: the heap doubles between collections.
	garbagePercent = 100
	// ballastBytes are held and never touched, so that a collection comes after this much garbage at least, as in a
	// program whose heap has a usual size. Otherwise a heap of few objects would be collected every 4 MiB, and the
	// fixed costs of collections would hide what a codec does. Java's young generation has the same size.
	ballastBytes = 64 << 20
	// UsualMemoryLimit is the size in bytes near which the heap is collected more often (GOMEMLIMIT).
	UsualMemoryLimit = 512 << 20
	// leastProcessors lets the collector work next to the one goroutine that is measured; the clock counts both.
	leastProcessors = 2
)

// ballast holds no pointers, so it costs a collection nothing.
var ballast []byte

// FixRuntime sets the rules, whatever the environment says.
func FixRuntime(memoryLimit uint64) {
	ballast = make([]byte, ballastBytes)
	debug.SetGCPercent(garbagePercent)
	debug.SetMemoryLimit(int64(memoryLimit))
	runtime.GOMAXPROCS(leastProcessors)
}

// TouchRoom takes from the system the pages into which garbage will go, as a program has them that has run for a while.
// Otherwise whoever makes the first garbage of a process waits for each of them.
func TouchRoom() {
	room := make([]byte, ballastBytes)
	for page := 0; page < len(room); page += os.Getpagesize() {
		room[page] = 1
	}
	runtime.GC()
}

// UseThreads makes room for so many threads that are measured at once.
func UseThreads(threads int) { runtime.GOMAXPROCS(max(leastProcessors, threads)) }

// Rules has the rules in words, with the names of the environment.
func Rules() string {
	return fmt.Sprintf("GOGC=%d GOMEMLIMIT=%d GOMAXPROCS=%d ballast_bytes=%d",
		garbagePercent, debug.SetMemoryLimit(-1), runtime.GOMAXPROCS(0), len(ballast))
}

// Collected says what the collector has done: CPU time in ns and collections.
type Collected struct{ NS, Collections uint64 }

const (
	collectorTime = "/cpu/classes/gc/total:cpu-seconds"
	collections   = "/gc/cycles/total:gc-cycles"
)

// CollectedNow is since the process began. The CPU time counts collections that have ended.
func CollectedNow() Collected {
	found := []metrics.Sample{{Name: collectorTime}, {Name: collections}}
	metrics.Read(found)
	return Collected{uint64(found[0].Value.Float64() * 1e9), found[1].Value.Uint64()}
}

func collectionsNow() uint64 {
	found := []metrics.Sample{{Name: collections}}
	metrics.Read(found)
	return found[0].Value.Uint64()
}

// Since is what happened after an earlier reading.
func (now Collected) Since(earlier Collected) Collected {
	return Collected{now.NS - earlier.NS, now.Collections - earlier.Collections}
}

// CollectedHeapBytes is what objects take that are in use: the heap after a collection, which this makes happen.
func CollectedHeapBytes() uint64 {
	runtime.GC()
	var facts runtime.MemStats
	runtime.ReadMemStats(&facts)
	return facts.HeapAlloc
}

// Allocated says what the process has asked for so far.
type Allocated struct{ Allocations, Bytes uint64 }

// AllocatedNow is exact: it stops the program for a moment.
func AllocatedNow() Allocated {
	var facts runtime.MemStats
	runtime.ReadMemStats(&facts)
	return Allocated{facts.Mallocs, facts.TotalAlloc}
}

// Since is what was asked for after an earlier reading.
func (now Allocated) Since(earlier Allocated) Allocated {
	return Allocated{now.Allocations - earlier.Allocations, now.Bytes - earlier.Bytes}
}

// Version is that of the runtime.
func Version() string { return runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH }
