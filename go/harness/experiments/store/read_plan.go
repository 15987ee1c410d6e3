package store

// window is one read of the data file, for records that lie side by side. Its offset in the file and its bytes are
// multiples of the granule; the last record ends after the needed ones; its place is in the buffer.
type window struct {
	offset, bytes, needed, place uint64
}

// ReadPlan has the reads that fetch a block of records, and where each record then lies in the buffer.
type ReadPlan struct {
	windows     []window
	Places      []uint64
	BufferBytes uint64
}

// Make plans for the records of these extents.
func (p *ReadPlan) Make(extents []Extent, granule uint64) {
	p.windows, p.Places, p.BufferBytes = p.windows[:0], p.Places[:0], 0
	for _, extent := range extents {
		last := p.windowOf(extent, granule)
		p.Places = append(p.Places, last.place+extent.Offset-last.offset)
		p.BufferBytes = last.place + last.bytes
	}
}

// windowOf extends the last window by the record, or adds one.
func (p *ReadPlan) windowOf(extent Extent, granule uint64) *window {
	recordEnd := extent.Offset + extent.Bytes
	begin := extent.Offset / granule * granule
	end := RoundUp(recordEnd, granule)
	if count := len(p.windows); count > 0 {
		last := &p.windows[count-1]
		if begin >= last.offset && begin <= last.offset+last.bytes {
			last.bytes = max(last.bytes, end-last.offset)
			last.needed = max(last.needed, recordEnd-last.offset)
			return last
		}
	}
	p.windows = append(p.windows, window{begin, end - begin, recordEnd - begin, p.BufferBytes})
	return &p.windows[len(p.windows)-1]
}
