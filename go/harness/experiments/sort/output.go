package sort

import "serbench/harness/experiments/store"

// target is a file of records: a chunk, or a store.
type target interface {
	// headerBytes stand before each message.
	headerBytes() int
	putHeader(record record, header []byte)
	// direct tells whether the file is written past the system's page cache.
	direct() bool
	// write writes a block behind the others and tells where it is.
	write(block []byte) (uint64, error)
	// note takes the last block, in which the messages lie at these places.
	note(begin, blockBytes uint64, placed []located)
	// complete writes all but the records, once those are written.
	complete() error
	sync() error
}

// output is the block of records that is written next. Its memory is used for one target after the other.
type output struct {
	tally *tally
	page  store.PageBuffer
	// A block has at most so many bytes, or one record, and at most 256 records.
	mostBytes uint64
	used      uint64
	placed    []located
	unsynced  uint64
}

func newOutput(tally *tally, mostBytes uint64) *output {
	placed := make([]located, 0, store.ObjectsABlock)
	return &output{tally: tally, page: store.PageBufferOf(mostBytes), mostBytes: mostBytes, placed: placed}
}

// add puts records into the block and writes it whenever it is full.
func (o *output) add(to target, records []record) error {
	for len(records) > 0 {
		fitting := records[:o.fitting(to, records)]
		if len(fitting) == 0 {
			if err := o.write(to); err != nil {
				return err
			}
			continue
		}
		o.tally.timed(copyStep, func() {
			for i := range fitting {
				o.place(to, &fitting[i])
			}
		})
		records = records[len(fitting):]
	}
	return nil
}

// finish completes the target and waits until all of it is on the disk.
func (o *output) finish(to target) error {
	if o.used > 0 {
		if err := o.write(to); err != nil {
			return err
		}
	}
	o.unsynced = 0
	if err := to.complete(); err != nil {
		return err
	}
	return o.tally.tried(fsyncStep, to.sync)
}

// fitting counts the records that fit behind those of the block, with what is written behind them to fill a page: at
// least one into a block that is empty.
func (o *output) fitting(to target, records []record) int {
	most, end := min(len(records), store.ObjectsABlock-len(o.placed)), o.used
	for i := range most {
		end += recordBytes(to, &records[i])
		if store.RoundUp(end, granuleOf(to)) > o.mostBytes {
			if i == 0 && o.used == 0 {
				o.page.Require(store.RoundUp(end, granuleOf(to)))
				return 1
			}
			return i
		}
	}
	return most
}

func (o *output) place(to target, record *record) {
	begin := o.used + uint64(to.headerBytes())
	end, next := begin+uint64(len(record.message)), o.used+recordBytes(to, record)
	to.putHeader(*record, o.page.Bytes[o.used:begin])
	copy(o.page.Bytes[begin:end], record.message)
	clear(o.page.Bytes[end:next])
	o.placed = append(o.placed, located{begin, uint32(len(record.message)), record.number})
	o.used = next
}

func (o *output) write(to target) error {
	size := store.RoundUp(o.used, granuleOf(to))
	clear(o.page.Bytes[o.used:size])
	o.unsynced += size
	o.tally.writtenBytes += size
	var begin uint64
	err := o.tally.tried(writeStep, func() (err error) {
		if begin, err = to.write(o.page.Bytes[:size]); err != nil {
			return err
		}
		if to.direct() || o.unsynced < store.MostUnsyncedBytes {
			return nil
		}
		o.unsynced = 0
		return to.sync()
	})
	if err != nil {
		return err
	}
	to.note(begin, size, o.placed)
	o.placed, o.used = o.placed[:0], 0
	return nil
}

func granuleOf(to target) uint64 {
	if to.direct() {
		return store.PageBytes
	}
	return store.RecordAlignment
}

func recordBytes(to target, record *record) uint64 {
	return store.RoundUp(uint64(to.headerBytes()+len(record.message)), store.RecordAlignment)
}
