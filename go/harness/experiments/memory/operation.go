// Package memory is the experiment on objects and bytes in memory: check, emit, measure and calibrate.
package memory

import (
	"serbench/harness/adapter"
	"serbench/harness/values"
)

// proof is what one run of an operation over one object showed: the value that came back, or what was read by a
// plan; the size of the message that it wrote or read, and that message, if the operation wrote it; how many bytes of
// it were read, if that is counted.
type proof struct {
	value   any
	touch   uint64
	plan    values.Plan
	size    int
	written []byte
	read    int
	counted bool
}

// subject is what an operation works on: objects, and their messages as bytes; keep of the objects that decode
// makes stay alive.
type subject struct {
	objects  []any
	messages [][]byte
	keep     int
}

// operation is ready to run. rotate is what is timed: each operation writes the loop over all objects out for
// itself. prove does the same work for one object and hands over what came back. Everything that an adapter returns
// leaves it by an interface, so nothing stays on the stack that an application's objects would not.
type operation interface {
	rotate(rotations uint64) error
	prove(index int) (proof, error)
}

// entry is an operation that a codec has. fromBytes: it starts from bytes alone, so messages of another codec can
// be proved with it. reads: the timed work reads the content of the messages that it opens or writes out.
type entry struct {
	name, side       string
	fromBytes, reads bool
	make             func(newAdapter func() adapter.Codec, on subject) (operation, error)
}

const (
	application = "application"
	library     = "library"
)

// entriesOf are the operations of an adapter.
func entriesOf(codec adapter.Codec) []entry {
	entries := []entry{
		{"encode", application, false, true, newEncode},
		{"decode", application, true, true, newDecode},
	}
	if _, reuses := codec.(adapter.ReusingCodec); reuses {
		entries = append(entries, entry{"decode-reuse", application, true, true, newDecodeReuse})
	}
	if adapter.HasAccess(codec) {
		entries = append(entries,
			entry{"access-one", application, true, true, newAccess(values.One)},
			entry{"access-tenth", application, true, true, newAccess(values.Tenth)},
			entry{"access-all", application, true, true, newAccess(values.All)})
	}
	messages, has := codec.(adapter.MessageCodec)
	if !has {
		return append(entries, entry{"roundtrip", library, false, true, newRoundtrip})
	}
	return append(entries, messageEntries(messages)...)
}

func messageEntries(codec adapter.MessageCodec) []entry {
	_, inPlace := codec.(adapter.InPlaceCodec)
	_, keeps := codec.(adapter.KeepingCodec)
	// A message that lies there as its bytes is only pointed at.
	reads := !inPlace
	entries := []entry{
		{"build", library, false, true, newBuild},
		{"serialize", library, false, reads, newSerialize},
		{"deserialize", library, true, reads, newDeserialize},
	}
	if keeps {
		entries = append(entries, entry{"deserialize-fresh", library, true, true, newDeserializeFresh})
	}
	roundtrip := newMessageRoundtrip
	if inPlace {
		roundtrip = newInPlaceRoundtrip
	}
	return append(entries,
		entry{"extract", library, true, true, newExtract},
		entry{"roundtrip", library, false, reads, roundtrip})
}
