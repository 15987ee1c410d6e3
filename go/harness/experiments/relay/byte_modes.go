package relay

import (
	"serbench/harness/adapter"
	"serbench/harness/values"
)

// forward sends the frames on that came; nothing is read.
type forward struct{}

func (forward) decode(int, []byte) error        { return nil }
func (forward) recover(int)                     {}
func (forward) key(int) (uint64, error)         { return 0, cannotGoOn("No message is read.") }
func (forward) change(int) (bool, error)        { return false, nil }
func (forward) encode(int, int) ([]byte, error) { return nil, nil }
func (forward) release(int)                     {}

// peek sends the frames on that came, of which one place was read.
type peek struct {
	forward
	newAdapter func() adapter.Codec
	codec      adapter.AccessCodec
	touches    []uint64
}

func newPeek(newAdapter func() adapter.Codec) *peek {
	return &peek{newAdapter: newAdapter, codec: adapter.AccessOf(newAdapter())}
}

func (p *peek) decode(slot int, message []byte) error {
	touch, err := p.codec.Access(message, values.One)
	p.touches = grown(p.touches, slot, func() uint64 { return 0 })
	p.touches[slot] = touch
	return err
}

func (p *peek) recover(int) {
	p.codec = adapter.AccessOf(p.newAdapter())
}

func (p *peek) key(slot int) (uint64, error) {
	return p.touches[slot], nil
}

// message reads and writes the library's own messages, each with a codec of its slot, because a codec may keep the one
// message that it reads into.
type message struct {
	newAdapter func() adapter.Codec
	slots      []openedMessage
}

type openedMessage struct {
	codec adapter.RewritingCodec
	read  any
}

func (m *message) decode(slot int, bytes []byte) error {
	m.slots = grown(m.slots, slot, m.newSlot)
	at := &m.slots[slot]
	var err error
	at.read, err = at.codec.Deserialize(bytes)
	return err
}

func (m *message) newSlot() openedMessage {
	return openedMessage{codec: m.newAdapter().(adapter.RewritingCodec)}
}

func (m *message) recover(slot int) {
	m.slots = grown(m.slots, slot, m.newSlot)
	m.slots[slot] = m.newSlot()
}

func (m *message) key(slot int) (uint64, error) {
	return m.slots[slot].codec.(adapter.TouchingCodec).Touch(m.slots[slot].read, values.One)
}

func (m *message) change(int) (bool, error) {
	return false, nil
}

func (m *message) encode(slot, _ int) ([]byte, error) {
	return m.slots[slot].codec.Serialize(m.slots[slot].read)
}

func (m *message) release(int) {}
