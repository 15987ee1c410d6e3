package relay

// readBytes is what is read at once.
const readBytes = 128 << 10

// source has what has come from it and has not been handled yet.
type source struct {
	connection *connection
	buffer     []byte
	handled    int
	filled     int
}

// read takes what is there, at most readBytes; nothing where the source has ended.
func (s *source) read() {
	if need := s.filled + readBytes; need > len(s.buffer) {
		larger := make([]byte, need)
		copy(larger, s.buffer[:s.filled])
		s.buffer = larger
	}
	s.filled += s.connection.read(s.buffer[s.filled : s.filled+readBytes])
}

// bytes are those that have not been handled.
func (s *source) bytes() []byte {
	return s.buffer[s.handled:s.filled]
}

// makeRoom moves the beginning of a frame to where the next read makes it whole, and tells how many bytes it has
// copied.
func (s *source) makeRoom() uint64 {
	rest := s.filled - s.handled
	if s.handled == 0 {
		return 0
	}
	copy(s.buffer, s.buffer[s.handled:s.filled])
	s.handled, s.filled = 0, rest
	return uint64(rest)
}

// isTorn tells whether the source has ended within a frame.
func (s *source) isTorn() bool {
	return !s.connection.open && s.handled < s.filled
}
