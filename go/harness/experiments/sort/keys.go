package sort

import (
	"serbench/harness/adapter"
	"serbench/harness/experiments"
	"serbench/harness/protocol"
	"serbench/harness/values"
)

// keys says what objects are sorted by, of which a sort may leave only some different ones.
type keys struct {
	// Reads the key of an object.
	of func(object any) uint64
	// By the objects' numbers, where the mode takes them from a file.
	listed []uint64
	// How many keys there are, unless it is 0.
	distinct uint64
	isStudy  bool
}

// keysNamed refuses a key that objects of the workload lack. A floor, which holds none, takes keys from a list.
func keysNamed(name string, distinct uint64, bench *experiments.Bench) (keys, error) {
	study, there := bench.Plain.StudyKey()
	switch {
	case name == "access":
		byAccess := func(object any) uint64 { return bench.Form.Touched(object, values.One) }
		return keys{of: byAccess, distinct: distinct}, nil
	case name == "study" && there:
		return keys{of: study, distinct: distinct, isStudy: true}, nil
	case name == "study":
		return keys{}, protocol.Refuse("The objects of %s have no key \"study\".", bench.About.Workload)
	default:
		return keys{}, protocol.Refuse("There is no key \"%s\".", name)
	}
}

// cut leaves only some different keys.
func (k *keys) cut(key uint64) uint64 {
	if k.distinct == 0 {
		return key
	}
	return key % k.distinct
}

// lazyKeys reads keys out of messages where a comparison cannot fail: the first fault is kept, and from then on every
// key is 0.
type lazyKeys struct {
	codec    adapter.AccessCodec
	keys     *keys
	fault    error
	accesses uint64
}

func (l *lazyKeys) read(record record) uint64 {
	if l.fault != nil {
		return 0
	}
	l.accesses++
	touch, err := l.codec.Access(record.message, values.One)
	if err != nil {
		l.fault = record.failed(err)
		return 0
	}
	return l.keys.cut(touch)
}
