package relay

import (
	"serbench/harness/adapter"
	"serbench/harness/values"
)

// objects decodes messages to objects and encodes these as they are: fresh ones, or in each slot the one that is there
// already.
type objects struct {
	newAdapter func() adapter.Codec
	codec      adapter.Codec
	// There if objects are decoded into again.
	reusing adapter.ReusingCodec
	form    values.Form
	slots   []any
}

// newObjects keeps objects where the codec can decode into them, unless fresh ones are wanted.
func newObjects(of subject, fresh bool) *objects {
	made := &objects{newAdapter: of.newAdapter, codec: of.newAdapter(), form: of.form}
	if !fresh {
		made.reusing, _ = made.codec.(adapter.ReusingCodec)
	}
	return made
}

func (o *objects) keeps() bool {
	return o.reusing != nil
}

func (o *objects) decode(slot int, message []byte) error {
	o.slots = grown(o.slots, slot, func() any { return nil })
	if o.keeps() && o.slots[slot] != nil {
		return o.reusing.DecodeReuse(message, o.slots[slot])
	}
	object, err := o.codec.Decode(message)
	o.slots[slot] = object
	return err
}

func (o *objects) recover(slot int) {
	o.codec = o.newAdapter()
	if o.keeps() {
		o.reusing = o.codec.(adapter.ReusingCodec)
	}
	o.slots = grown(o.slots, slot, func() any { return nil })
	o.slots[slot] = nil
}

func (o *objects) key(slot int) (uint64, error) {
	return o.form.Touched(o.slots[slot], values.One), nil
}

func (o *objects) change(int) (bool, error) {
	return false, nil
}

func (o *objects) encode(slot, _ int) ([]byte, error) {
	return o.codec.Encode(o.slots[slot])
}

func (o *objects) release(slot int) {
	if !o.keeps() {
		o.slots[slot] = nil
	}
}

// update updates the number of objects, which go where they went as they came.
type update struct {
	*objects
	relayed values.RelayedForm
}

func (u *update) change(slot int) (bool, error) {
	u.relayed.Update(u.slots[slot])
	return false, nil
}

// split makes parts of objects, which are kept in their slots.
type split struct {
	*objects
	relayed   values.RelayedForm
	sinks     int
	byNumbers bool
	parts     [][]any
}

func (s *split) change(slot int) (bool, error) {
	s.parts = grown(s.parts, slot, func() []any { return make([]any, s.sinks) })
	s.relayed.Split(s.slots[slot], s.parts[slot], s.byNumbers)
	return false, nil
}

func (s *split) encode(slot, sink int) ([]byte, error) {
	return s.codec.Encode(s.parts[slot][sink])
}

// envelope sends on what envelopes hold.
type envelope struct {
	*objects
	relayed values.RelayedForm
}

func (e *envelope) key(slot int) (uint64, error) {
	return e.relayed.Destination(e.slots[slot]), nil
}

func (e *envelope) encode(slot, _ int) ([]byte, error) {
	return e.relayed.Payload(e.slots[slot]), nil
}

// updateBytes changes the number of messages in copies of their bytes. Where these have no place for it, an object is
// changed.
type updateBytes struct {
	update
	slots []copied
}

type copied struct {
	bytes   []byte
	inPlace bool
}

func (u *updateBytes) decode(slot int, message []byte) error {
	u.slots = grown(u.slots, slot, func() copied { return copied{} })
	u.slots[slot].bytes = append(u.slots[slot].bytes[:0], message...)
	return nil
}

func (u *updateBytes) key(slot int) (uint64, error) {
	return adapter.AccessOf(u.codec).Access(u.slots[slot].bytes, values.One)
}

func (u *updateBytes) change(slot int) (bool, error) {
	at := &u.slots[slot]
	var err error
	at.inPlace, err = u.codec.(adapter.UpdatingCodec).UpdateNumber(at.bytes)
	if err != nil || at.inPlace {
		return at.inPlace, err
	}
	if err := u.objects.decode(slot, at.bytes); err != nil {
		return false, err
	}
	return u.update.change(slot)
}

func (u *updateBytes) encode(slot, sink int) ([]byte, error) {
	if u.slots[slot].inPlace {
		return u.slots[slot].bytes, nil
	}
	return u.objects.encode(slot, sink)
}

func (u *updateBytes) release(slot int) {
	if !u.slots[slot].inPlace {
		u.objects.release(slot)
	}
}
