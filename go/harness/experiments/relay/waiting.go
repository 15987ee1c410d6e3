package relay

import (
	"syscall"
	"unsafe"

	"serbench/harness/protocol"
)

const readable = 1

// watched is what the system takes for a socket that is waited for.
type watched struct {
	socket int32
	wanted int16
	seen   int16
}

// waiting waits for sockets that have bytes or have been closed.
type waiting struct {
	sockets []watched
	numbers []int
}

// clear forgets the sockets.
func (w *waiting) clear() {
	w.sockets, w.numbers = w.sockets[:0], w.numbers[:0]
}

// add watches the connection of a number.
func (w *waiting) add(number int, c *connection) {
	w.sockets = append(w.sockets, watched{socket: int32(c.socket), wanted: readable})
	w.numbers = append(w.numbers, number)
}

// ready puts the numbers of those that need not be waited for behind found. There is at least one to wait for.
func (w *waiting) ready(found []int) ([]int, error) {
	for {
		fault := pollForever(unsafe.Pointer(unsafe.SliceData(w.sockets)), len(w.sockets))
		if fault == 0 {
			break
		}
		if fault != syscall.EINTR {
			return found, protocol.Refuse("The sources cannot be waited for: %s.", protocol.Because(fault))
		}
	}
	for i, socket := range w.sockets {
		if socket.seen != 0 {
			found = append(found, w.numbers[i])
		}
	}
	return found, nil
}
