package relay

// progress is how far a source is: sending, waiting with a barrier that has not come from the others, or ended.
type progress struct {
	waits   bool
	ended   bool
	barrier uint64
}

// barriers has the sources with the barriers that have come from them.
type barriers []progress

func (m barriers) came(source int, barrier uint64) {
	m[source] = progress{waits: true, barrier: barrier}
}

func (m barriers) end(source int) {
	m[source] = progress{ended: true}
}

// isSending tells whether more of the source is to be read or handled.
func (m barriers) isSending(source int) bool {
	return !m[source].waits && !m[source].ended
}

// takeDue gives the barrier that has come from every source that has not ended. Then all go on.
func (m barriers) takeDue() (uint64, bool, error) {
	due, found := uint64(0), false
	for source, of := range m {
		switch {
		case m.isSending(source):
			return 0, false, nil
		case of.waits && found && of.barrier != due:
			return 0, false, cannotGoOn(
				"One source sends the barrier %d where another sends %d.", numberOf(of.barrier), numberOf(due))
		case of.waits:
			due, found = of.barrier, true
		}
	}
	for source := range m {
		m[source].waits = false
	}
	return due, found, nil
}

// numberOf is the number of a barrier.
func numberOf(barrier uint64) uint64 {
	return barrier & (1<<32 - 1)
}
