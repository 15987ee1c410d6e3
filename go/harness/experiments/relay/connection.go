package relay

import (
	"encoding/binary"
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"serbench/harness/protocol"
)

// What a connection is for, as it says of itself.
const (
	towardsSource = 0
	towardsSink   = 1
)

// address is where the driver listens: a socket of this machine.
type address struct {
	text   string
	domain int
	socket syscall.Sockaddr
}

func addressOf(text string) (address, error) {
	if path, found := strings.CutPrefix(text, "unix:"); found {
		return address{text, syscall.AF_UNIX, &syscall.SockaddrUnix{Name: path}}, nil
	}
	port, found := strings.CutPrefix(text, "tcp:")
	number, err := strconv.ParseUint(port, 10, 16)
	if !found || err != nil {
		return address{}, protocol.Refuse("The value of at is \"%s\" where unix:PATH or tcp:PORT belongs.", text)
	}
	local := &syscall.SockaddrInet4{Port: int(number), Addr: [4]byte{127, 0, 0, 1}}
	return address{text, syscall.AF_INET, local}, nil
}

// connect makes connections that have said what they are for. Their reads and writes wait, and what is written leaves
// at once.
func (a address) connect(towards uint16, count uint64) ([]*connection, error) {
	var all []*connection
	for number := range count {
		one, err := a.open()
		if err == nil {
			err = one.sendAll(introduction(towards, uint16(number)))
		}
		if err != nil {
			return nil, protocol.Refuse("There is no connection to %s: %s.", a.text, protocol.Because(err))
		}
		all = append(all, one)
	}
	return all, nil
}

func (a address) open() (*connection, error) {
	socket, err := syscall.Socket(a.domain, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(socket)
	if a.domain == syscall.AF_INET {
		err = syscall.SetsockoptInt(socket, syscall.IPPROTO_TCP, syscall.TCP_NODELAY, 1)
	}
	if err == nil {
		err = syscall.Connect(socket, a.socket)
	}
	return &connection{socket: socket, open: true}, err
}

// introduction is the first bytes of a connection, with the secret that the driver gave.
func introduction(towards, number uint16) []byte {
	said := binary.LittleEndian.AppendUint16([]byte("SRLY"), towards)
	said = binary.LittleEndian.AppendUint16(said, number)
	return append(said, os.Getenv("SERBENCH_RELAY_SECRET")...)
}

// connection is a socket until the other end has closed it or it has broken. The relay is one thread, so it waits in
// the system's calls and not in the runtime's poller, which would pass what has come to another thread.
type connection struct {
	socket int
	open   bool
}

// read gives how many bytes have come; none when the connection has ended, which it then has.
func (c *connection) read(to []byte) int {
	for c.open {
		count, err := syscall.Read(c.socket, to)
		switch {
		case count > 0:
			return count
		case !errors.Is(err, syscall.EINTR):
			c.close()
		}
	}
	return 0
}

// send writes the bytes and tells how many; fewer where the other end has closed the connection.
func (c *connection) send(bytes []byte) int {
	done := 0
	for c.open && done < len(bytes) {
		done += c.writeSome(bytes[done:])
	}
	return done
}

func (c *connection) sendAll(bytes []byte) error {
	if c.send(bytes) < len(bytes) {
		return syscall.EPIPE
	}
	return nil
}

// writeSome writes what the system takes at once.
func (c *connection) writeSome(bytes []byte) int {
	return c.written(syscall.Write(c.socket, bytes))
}

// writeVectors does so with several pieces of memory.
func (c *connection) writeVectors(pieces []syscall.Iovec) int {
	first := unsafe.Pointer(unsafe.SliceData(pieces))
	count, _, fault := syscall.Syscall(syscall.SYS_WRITEV, uintptr(c.socket), uintptr(first), uintptr(len(pieces)))
	if fault != 0 {
		return c.written(0, fault)
	}
	return int(count)
}

func (c *connection) written(count int, err error) int {
	if err != nil && !errors.Is(err, syscall.EINTR) {
		c.close()
	}
	return max(count, 0)
}

func (c *connection) close() {
	if c.open {
		c.open = false
		// Nothing is left to be written, whatever the system says of it.
		_ = syscall.Close(c.socket)
	}
}
