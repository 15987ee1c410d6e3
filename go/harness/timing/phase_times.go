package timing

type phaseTime struct {
	wallNs, cpuNs uint64
	timed         bool
}

// PhaseTimes has the phases of one thread, each timed for itself and over many objects at once.
type PhaseTimes struct {
	names []string
	times []phaseTime
}

// NewPhaseTimes is for phases of these names, in the order in which they are told.
func NewPhaseTimes(names ...string) *PhaseTimes {
	return &PhaseTimes{names, make([]phaseTime, len(names))}
}

// Timed adds the work to the phase at a place among the names.
func (phases *PhaseTimes) Timed(place int, work func()) {
	watch := StartThread()
	work()
	cpuNs, wallNs := watch.CPUNs(), watch.WallNs()
	time := &phases.times[place]
	time.cpuNs, time.wallNs, time.timed = time.cpuNs+cpuNs, time.wallNs+wallNs, true
}

// Each tells the phases that were timed.
func (phases *PhaseTimes) Each(tell func(name string, wallNs, cpuNs uint64)) {
	for place, time := range phases.times {
		if time.timed {
			tell(phases.names[place], time.wallNs, time.cpuNs)
		}
	}
}
