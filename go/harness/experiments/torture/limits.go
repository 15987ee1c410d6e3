package torture

import (
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"serbench/harness/protocol"
	"serbench/harness/timing"
)

const (
	hungStatus = 3
	lookEvery  = 20 * time.Millisecond
)

// limitMemory limits the stack of a goroutine, whose end Go itself notices, and what is mapped in addition to what
// there is already; 0 is no limit.
func limitMemory(stackBytes, addressSpaceBytes uint64) error {
	debug.SetMaxStack(int(min(stackBytes, math.MaxInt32)))
	none := syscall.Rlimit{}
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &none); err != nil {
		return protocol.Refuse("The size of core files cannot be limited: %s.", protocol.Because(err))
	}
	mapped := mappedBytes()
	if addressSpaceBytes == 0 || mapped == 0 {
		return nil
	}
	most := syscall.Rlimit{Cur: mapped + addressSpaceBytes, Max: mapped + addressSpaceBytes}
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &most); err != nil {
		return protocol.Refuse("The address space cannot be limited: %s.", protocol.Because(err))
	}
	return nil
}

// mappedBytes is the size of the address space; 0 where the system does not tell.
func mappedBytes() uint64 {
	told, _ := os.ReadFile("/proc/self/statm")
	first, _, _ := strings.Cut(string(told), " ")
	pages, _ := strconv.ParseUint(first, 10, 64)
	return pages * uint64(os.Getpagesize())
}

// cpuLimit ends the process when an operation takes more CPU time than it may, because nothing else ends a loop of a
// library.
type cpuLimit struct {
	replies *protocol.Replies
	watched atomic.Pointer[watched]
}

type watched struct {
	operation string
	watch     timing.Stopwatch
	limitNs   uint64
}

// watchCPU watches operations until the process ends.
func watchCPU(replies *protocol.Replies) *cpuLimit {
	limit := &cpuLimit{replies: replies}
	go func() {
		for {
			time.Sleep(lookEvery)
			limit.look()
		}
	}()
	return limit
}

// set lets the process use so much from now on.
func (l *cpuLimit) set(operation string, limitNs uint64) {
	l.watched.Store(&watched{operation, timing.StartProcess(), limitNs})
}

func (l *cpuLimit) lift() {
	if l.watched.Swap(nil) == nil {
		// It was too late, and the process is about to end.
		select {}
	}
}

func (l *cpuLimit) look() {
	found := l.watched.Load()
	if found == nil || found.watch.CPUNs() <= found.limitNs || !l.watched.CompareAndSwap(found, nil) {
		return
	}
	// The process ends, whether this was heard or not.
	_ = l.replies.Send(protocol.NewLine("hung").Text("operation", found.operation))
	os.Exit(hungStatus)
}
