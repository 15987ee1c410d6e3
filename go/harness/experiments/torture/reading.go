package torture

import (
	"serbench/harness/adapter"
	"serbench/harness/timing"
	"serbench/harness/values"
)

// trial is what an operation found and took.
type trial struct {
	finding
	cpuNs     uint64
	allocated uint64
}

// operation reads a message in one way.
type operation struct {
	name string
	try  func(message []byte) trial
}

// reading is an instance of a codec that reads malformed input by one operation or another.
type reading struct {
	codec   adapter.Codec
	form    values.Form
	scratch []byte
}

// operations are those that the codec has and that are not the same code as another one. The decode of a codec with
// messages is made of two steps.
func (r *reading) operations() []operation {
	decode := operation{"decode", r.decode}
	if messages, has := r.codec.(adapter.MessageCodec); has {
		decode.try = func(message []byte) trial { return r.inSteps(messages.Deserialize, messages.Extract, message) }
	}
	all := []operation{decode}
	if keeping, keeps := r.codec.(adapter.KeepingCodec); keeps {
		fresh := func(message []byte) trial { return r.inSteps(keeping.DeserializeFresh, keeping.Extract, message) }
		all = append(all, operation{"deserialize", fresh})
	}
	if adapter.HasAccess(r.codec) {
		access := adapter.AccessOf(r.codec)
		touch := func(message []byte) trial { return r.access(access, message) }
		all = append(all, operation{"access-all", touch})
	}
	return all
}

func (r *reading) decode(message []byte) trial {
	var object any
	var took trial
	fault := took.measured(func() (err error) {
		object, err = r.codec.Decode(message)
		return err
	})
	return r.judged(took, object, fault, false)
}

// inSteps reads into the library's form, and from there to an object.
func (r *reading) inSteps(open func([]byte) (any, error), extract func(any) (any, error), message []byte) trial {
	var object any
	var took trial
	opened := false
	fault := took.measured(func() error {
		read, err := open(message)
		if err != nil {
			return err
		}
		opened = true
		object, err = extract(read)
		return err
	})
	return r.judged(took, object, fault, opened)
}

func (r *reading) access(codec adapter.AccessCodec, message []byte) trial {
	var took trial
	fault := took.measured(func() (err error) {
		took.touch, err = codec.Access(message, values.All)
		return err
	})
	if fault != nil {
		took.finding = failed(fault, false)
		return took
	}
	took.outcome, took.touched = "accepted", true
	return took
}

// judged computes the digest, which is not measured.
func (r *reading) judged(took trial, object any, fault error, opened bool) trial {
	if fault != nil {
		took.finding = failed(fault, opened)
		return took
	}
	fault = caught(func() error {
		took.digest = values.Digest(r.form, object, &r.scratch)
		return nil
	})
	if fault != nil {
		took.finding = finding{outcome: "fault", detail: detailOf(fault.(*panicked).reason, fault)}
		return took
	}
	took.outcome = "accepted"
	return took
}

// measured fills in what the work takes.
func (t *trial) measured(work func() error) error {
	before := timing.AllocatedNow()
	watch := timing.StartThread()
	fault := caught(work)
	t.cpuNs = watch.CPUNs()
	t.allocated = timing.AllocatedNow().Since(before).Bytes
	return fault
}
