package relay

// fullBytes is what a buffer holds before it is written.
const fullBytes = 100 << 10

// sink has the frames for it: in a buffer, or where they came.
type sink struct {
	connection   *connection
	buffer       []byte
	messageBytes uint64
	gathered     gathered
}

// sinks has them by number, and what has become of the frames. A write waits for a slow sink, so nothing piles up.
// bytesOut are those of messages that were written.
type sinks struct {
	all           []*sink
	bytesOut      uint64
	undeliverable uint64
	copiedBytes   uint64
}

func newSinks(connections []*connection) *sinks {
	var made sinks
	for _, connection := range connections {
		made.all = append(made.all, &sink{connection: connection, buffer: make([]byte, 0, 2*fullBytes)})
	}
	return &made
}

// put puts a frame into the sink's buffer.
func (s *sinks) put(number int, sequence uint64, message []byte) {
	to := s.all[number]
	to.buffer = append(appendHeader(to.buffer, len(message), sequence), message...)
	to.messageBytes += uint64(len(message))
	s.copiedBytes += uint64(headerBytes + len(message))
}

// gather has a frame written to the sink from where it lies in the bytes of a source.
func (s *sinks) gather(number int, frame *frame) {
	s.all[number].gathered.add(frame)
}

// writeGathered writes what has been gathered from these bytes.
func (s *sinks) writeGathered(bytes []byte) {
	for _, to := range s.all {
		found, copied := to.gathered.write(bytes, to.connection)
		s.count(found)
		s.copiedBytes += copied
	}
}

func (s *sinks) count(found written) {
	s.bytesOut += found.messageBytes
	s.undeliverable += found.lostFrames
}

// writeIfFull writes the sink's buffer if it is full.
func (s *sinks) writeIfFull(number int) {
	if to := s.all[number]; len(to.buffer) >= fullBytes {
		s.write(to)
	}
}

func (s *sinks) writeFull() {
	for number := range s.all {
		s.writeIfFull(number)
	}
}

func (s *sinks) writeAll() {
	for _, to := range s.all {
		s.write(to)
	}
}

// writeBarrier writes all buffers and then the barrier to every sink.
func (s *sinks) writeBarrier(barrier uint64) {
	s.writeAll()
	header := appendHeader(nil, 0, barrier)
	for _, to := range s.all {
		// A sink that is gone misses the barrier as it misses its frames.
		to.connection.send(header)
	}
}

func (s *sinks) write(to *sink) {
	if done := to.connection.send(to.buffer); done == len(to.buffer) {
		s.bytesOut += to.messageBytes
	} else {
		s.count(whatWasWritten(to.buffer, done))
	}
	to.buffer, to.messageBytes = to.buffer[:0], 0
}
