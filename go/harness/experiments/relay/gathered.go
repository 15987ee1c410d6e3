package relay

import "syscall"

const (
	// As many pieces as the system takes at once.
	mostPieces = 1024
	// Fewer bytes are copied sooner than the system takes them as a piece of their own.
	leastPieceBytes = 2048
)

// place is where frames that follow each other lie in the bytes of a source.
type place struct {
	begin, end int
}

// gathered has the places of one sink's frames, which are sent on as they came: they are written from where they lie,
// if that pays.
type gathered struct {
	places       []place
	messageBytes uint64
	copies       []byte
	pieces       [][]byte
	vectors      []syscall.Iovec
}

func (g *gathered) add(frame *frame) {
	g.messageBytes += uint64(len(frame.message))
	if last := len(g.places) - 1; last >= 0 && g.places[last].end == frame.begin {
		g.places[last].end = frame.end
		return
	}
	g.places = append(g.places, place{frame.begin, frame.end})
}

// write writes all, and forgets it. It also tells how many bytes were copied.
func (g *gathered) write(bytes []byte, to *connection) (written, uint64) {
	if len(g.places) == 0 {
		return written{}, 0
	}
	g.cut(bytes)
	lost := g.send(to)
	found := written{g.messageBytes - lost.messageBytes, lost.lostFrames}
	g.places, g.messageBytes = g.places[:0], 0
	return found, uint64(len(g.copies))
}

// cut makes the pieces that are written in turn: large places where they lie, and what is between them copied
// together.
func (g *gathered) cut(bytes []byte) {
	g.copies, g.pieces = g.copies[:0], g.pieces[:0]
	// The frames at the only place lie together already.
	isLarge := func(at place) bool { return len(g.places) == 1 || at.end-at.begin >= leastPieceBytes }
	for _, at := range g.places {
		if !isLarge(at) {
			g.copies = append(g.copies, bytes[at.begin:at.end]...)
		}
	}
	taken, copied := 0, 0
	cutCopies := func() {
		if taken < copied {
			g.pieces = append(g.pieces, g.copies[taken:copied])
			taken = copied
		}
	}
	for _, at := range g.places {
		if isLarge(at) {
			cutCopies()
			g.pieces = append(g.pieces, bytes[at.begin:at.end])
		} else {
			copied += at.end - at.begin
		}
	}
	cutCopies()
}

// send writes the pieces and tells what of them was lost.
func (g *gathered) send(to *connection) written {
	first, begun := 0, 0
	for to.open && first < len(g.pieces) {
		begun += g.sendSome(to, g.pieces[first:], begun)
		for first < len(g.pieces) && begun >= len(g.pieces[first]) {
			begun -= len(g.pieces[first])
			first++
		}
	}
	return lostOf(g.pieces[first:], begun)
}

// sendSome writes of the pieces what the system takes at once, without what was written of the first.
func (g *gathered) sendSome(to *connection, pieces [][]byte, begun int) int {
	if len(pieces) == 1 {
		return to.writeSome(pieces[0][begun:])
	}
	g.vectors = g.vectors[:0]
	for _, piece := range pieces[:min(len(pieces), mostPieces)] {
		vector := syscall.Iovec{Base: &piece[begun]}
		vector.SetLen(len(piece) - begun)
		g.vectors = append(g.vectors, vector)
		begun = 0
	}
	return to.writeVectors(g.vectors)
}

// lostOf counts what of the pieces was not written, where that much was of the first.
func lostOf(pieces [][]byte, begun int) written {
	var lost written
	for _, piece := range pieces {
		all, found := whatWasWritten(piece, len(piece)), whatWasWritten(piece, begun)
		lost.messageBytes += all.messageBytes - found.messageBytes
		lost.lostFrames += found.lostFrames
		begun = 0
	}
	return lost
}
