package relay

// progress is how far a source is: sending, waiting with a mark that has not come from the others, or ended.
type progress struct {
	waits bool
	ended bool
	mark  uint64
}

// marks has the sources with the marks that have come from them.
type marks []progress

func (m marks) came(source int, mark uint64) {
	m[source] = progress{waits: true, mark: mark}
}

func (m marks) end(source int) {
	m[source] = progress{ended: true}
}

// isSending tells whether more of the source is to be read or handled.
func (m marks) isSending(source int) bool {
	return !m[source].waits && !m[source].ended
}

// takeDue gives the mark that has come from every source that has not ended. Then all go on.
func (m marks) takeDue() (uint64, bool, error) {
	due, found := uint64(0), false
	for source, of := range m {
		switch {
		case m.isSending(source):
			return 0, false, nil
		case of.waits && found && of.mark != due:
			return 0, false, cannotGoOn(
				"One source sends the mark %d where another sends %d.", numberOf(of.mark), numberOf(due))
		case of.waits:
			due, found = of.mark, true
		}
	}
	for source := range m {
		m[source].waits = false
	}
	return due, found, nil
}

// numberOf is the number of a mark.
func numberOf(mark uint64) uint64 {
	return mark & (1<<32 - 1)
}
