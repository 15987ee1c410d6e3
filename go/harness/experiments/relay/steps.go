package relay

// steps are what a mode does with one message. What a message leaves between its steps lies in a slot, of which each
// message of a block has its own.
type steps interface {
	// decode reads the message.
	decode(slot int, message []byte) error
	// recover makes a message that could not be read, and a codec in a bad state, be forgotten.
	recover(slot int)
	// key is that by which what was read goes to a sink.
	key(slot int) (uint64, error)
	// change changes what was read once its sinks are known. It is true if the message was changed in its bytes.
	change(slot int) (bool, error)
	// encode gives the bytes for a sink, valid until the next call for this slot.
	encode(slot, sink int) ([]byte, error)
	// release drops what is not kept for the next message.
	release(slot int)
}

// traits say what of these steps a mode has.
type traits struct {
	// Whether messages are read at all.
	decodes bool
	// What is sent on: the frame that came, from where it lies, or otherwise bytes, which are written anew unless what
	// was read holds them.
	sendsFrames, sendsHeld bool
	// Whether a message is copied to be changed.
	copies bool
	// Whether there is anything to release after a message.
	releases bool
	// Whether every sink gets something of a message.
	sendsToAll bool
}

// grown makes the list long enough for the slot, with what fill makes.
func grown[T any](slots []T, slot int, fill func() T) []T {
	for len(slots) <= slot {
		slots = append(slots, fill())
	}
	return slots
}
