package sort

import (
	"serbench/harness/adapter"
	"serbench/harness/experiments/store"
)

// merge takes records of several sources in their order until some have to be read, and passes them on.
type merge struct {
	worker  *worker
	sources []*source
	tree    *loserTree
	lazy    *lazyKeys
	// The winner, if its next head has to be read first.
	usedUp *source
	taken  []takenRecord
}

// takenRecord is a place in a source.
type takenRecord struct {
	source *source
	at     int
}

// newMerge merges sources that have been filled.
func newMerge(worker *worker, sources []*source) *merge {
	made := &merge{worker: worker, sources: sources, taken: make([]takenRecord, 0, store.ObjectsABlock)}
	if worker.asked.mode == lazy {
		made.lazy = &lazyKeys{codec: adapter.AccessOf(worker.codec), keys: &worker.asked.keys}
	}
	return made
}

// take takes the next records, as many as there are in memory; none if all have been taken.
func (m *merge) take() (bool, error) {
	m.taken = m.taken[:0]
	if m.usedUp != nil {
		if err := m.usedUp.refill(); err != nil {
			return false, err
		}
	}
	if m.lazy == nil {
		m.worker.tally.timed(orderStep, m.play)
		return len(m.taken) > 0, nil
	}
	before := m.lazy.accesses
	err := m.worker.guarded(orderStep, func() error {
		m.play()
		return m.lazy.fault
	})
	m.worker.tally.accesses += m.lazy.accesses - before
	return len(m.taken) > 0, err
}

// play lets sources play until a record has to be read or a block has been taken.
func (m *merge) play() {
	switch {
	case m.tree == nil:
		m.tree = newLoserTree(len(m.sources), m.less)
	case m.usedUp != nil:
		m.tree.replay()
	}
	m.usedUp = nil
	for len(m.taken) < cap(m.taken) {
		winner := m.sources[m.tree.winner]
		if winner.isEnded() {
			return
		}
		m.taken = append(m.taken, takenRecord{winner, winner.at})
		winner.at++
		if winner.isUsedUp() {
			m.usedUp = winner
			return
		}
		m.tree.replay()
	}
}

// less tells whether the head of one source comes before that of another; those of sources that have ended come last.
func (m *merge) less(a, b int) bool {
	one, other := m.sources[a], m.sources[b]
	if one.isEnded() || other.isEnded() {
		return !one.isEnded()
	}
	m.worker.tally.comparisons++
	oneKey, otherKey := m.key(one), m.key(other)
	if oneKey != otherKey {
		return oneKey < otherKey
	}
	return one.records[one.at].number < other.records[other.at].number
}

func (m *merge) key(of *source) uint64 {
	if m.lazy == nil {
		return of.keys[of.at]
	}
	return m.lazy.read(of.records[of.at])
}

// passOn gives the records that were taken, with their objects encoded.
func (m *merge) passOn() ([]record, error) {
	if m.worker.asked.mode == holdsObjects {
		return m.worker.encode(len(m.taken), func(i int) (any, uint32) {
			one := m.taken[i]
			return one.source.objects[one.at], one.source.records[one.at].number
		})
	}
	m.worker.records = m.worker.records[:0]
	for _, one := range m.taken {
		m.worker.records = append(m.worker.records, one.source.records[one.at])
	}
	return m.worker.records, nil
}

// end gives the memory back.
func (m *merge) end() {
	m.worker.tally.timed(freeStep, func() {
		m.sources, m.taken, m.tree = nil, nil, nil
		m.worker.forget()
	})
}
