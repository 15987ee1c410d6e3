package memory

import (
	"runtime"
	"slices"

	"serbench/harness/adapter"
	"serbench/harness/values"
)

// encode and its proof take an adapter each, because the bytes lie in the first one's buffer.
type encode struct {
	codec, decoder adapter.Codec
	objects        []any
}

func newEncode(newAdapter func() adapter.Codec, on subject) (operation, error) {
	return &encode{newAdapter(), newAdapter(), on.objects}, nil
}

func (work *encode) rotate(rotations uint64) error {
	for range rotations {
		for _, object := range work.objects {
			if _, err := work.codec.Encode(object); err != nil {
				return err
			}
		}
	}
	return nil
}

func (work *encode) prove(index int) (proof, error) {
	message, err := work.codec.Encode(work.objects[index])
	return provenWritten(work.decoder, message, err)
}

// provenWritten is the proof of a message that an operation wrote.
func provenWritten(decoder adapter.Codec, message []byte, err error) (proof, error) {
	if err != nil {
		return proof{}, err
	}
	value, err := decoder.Decode(message)
	return proof{value: value, size: len(message), written: message}, err
}

// decode drops an object before the next is decoded or, where the last ones are kept, the oldest of them.
type decode struct {
	codec    adapter.Codec
	messages [][]byte
	kept     []any
	oldest   int
}

func newDecode(newAdapter func() adapter.Codec, on subject) (operation, error) {
	return &decode{codec: newAdapter(), messages: on.messages, kept: make([]any, on.keep)}, nil
}

func (work *decode) rotate(rotations uint64) error {
	if len(work.kept) > 0 {
		return work.rotateAndKeep(rotations)
	}
	for range rotations {
		for _, message := range work.messages {
			object, err := work.codec.Decode(message)
			if err != nil {
				return err
			}
			runtime.KeepAlive(object)
		}
	}
	return nil
}

func (work *decode) rotateAndKeep(rotations uint64) error {
	for range rotations {
		for _, message := range work.messages {
			slot := &work.kept[work.oldest]
			*slot = nil
			object, err := work.codec.Decode(message)
			if err != nil {
				return err
			}
			*slot = object
			work.oldest++
			if work.oldest == len(work.kept) {
				work.oldest = 0
			}
		}
	}
	return nil
}

func (work *decode) prove(index int) (proof, error) {
	received := slices.Clone(work.messages[index])
	value, err := work.codec.Decode(received)
	// An object outlives the buffer of its message, which the next message fills.
	clear(received)
	return proof{value: value, size: len(received)}, err
}

// decodeReuse decodes into the object that held the one before.
type decodeReuse struct {
	codec    adapter.ReusingCodec
	messages [][]byte
	used     any
}

func newDecodeReuse(newAdapter func() adapter.Codec, on subject) (operation, error) {
	codec := newAdapter().(adapter.ReusingCodec)
	used, err := codec.Decode(on.messages[len(on.messages)-1])
	return &decodeReuse{codec, on.messages, used}, err
}

func (work *decodeReuse) rotate(rotations uint64) error {
	for range rotations {
		for _, message := range work.messages {
			if err := work.codec.DecodeReuse(message, work.used); err != nil {
				return err
			}
		}
	}
	return nil
}

func (work *decodeReuse) prove(index int) (proof, error) {
	received := slices.Clone(work.messages[index])
	err := work.codec.DecodeReuse(received, work.used)
	clear(received)
	return proof{value: work.used, size: len(received)}, err
}

// access reads by a plan.
type access struct {
	codec    adapter.AccessCodec
	plan     values.Plan
	messages [][]byte
}

func newAccess(plan values.Plan) func(func() adapter.Codec, subject) (operation, error) {
	return func(newAdapter func() adapter.Codec, on subject) (operation, error) {
		return &access{adapter.AccessOf(newAdapter()), plan, on.messages}, nil
	}
}

func (work *access) rotate(rotations uint64) error {
	for range rotations {
		for _, message := range work.messages {
			touch, err := work.codec.Access(message, work.plan)
			if err != nil {
				return err
			}
			runtime.KeepAlive(touch)
		}
	}
	return nil
}

func (work *access) prove(index int) (proof, error) {
	message := work.messages[index]
	touch, err := work.codec.Access(message, work.plan)
	if err != nil {
		return proof{}, err
	}
	read, counted, err := adapter.BytesRead(work.codec, message, work.plan)
	return proof{touch: touch, plan: work.plan, size: len(message), read: read, counted: counted}, err
}

// roundtrip encodes and decodes; into the object that held another before, where the codec does so.
type roundtrip struct {
	codec, decoder adapter.Codec
	reusing        adapter.ReusingCodec
	objects        []any
	used           any
}

func newRoundtrip(newAdapter func() adapter.Codec, on subject) (operation, error) {
	work := &roundtrip{codec: newAdapter(), decoder: newAdapter(), objects: on.objects}
	work.reusing, _ = work.decoder.(adapter.ReusingCodec)
	return work, nil
}

func (work *roundtrip) rotate(rotations uint64) error {
	for range rotations {
		for index := range work.objects {
			if _, err := work.turn(index); err != nil {
				return err
			}
		}
	}
	return nil
}

// turn returns the size of the message.
func (work *roundtrip) turn(index int) (int, error) {
	message, err := work.codec.Encode(work.objects[index])
	switch {
	case err != nil:
		return 0, err
	case work.reusing != nil && work.used != nil:
		err = work.reusing.DecodeReuse(message, work.used)
	default:
		work.used, err = work.decoder.Decode(message)
	}
	return len(message), err
}

func (work *roundtrip) prove(index int) (proof, error) {
	size, err := work.turn(index)
	return proof{value: work.used, size: size}, err
}
