package memory

import (
	"runtime"

	"serbench/harness/adapter"
)

func messageAdapter(newAdapter func() adapter.Codec) adapter.MessageCodec {
	return newAdapter().(adapter.MessageCodec)
}

type build struct {
	codec, decoder adapter.MessageCodec
	objects        []any
}

func newBuild(newAdapter func() adapter.Codec, on subject) (operation, error) {
	return &build{messageAdapter(newAdapter), messageAdapter(newAdapter), on.objects}, nil
}

func (work *build) rotate(rotations uint64) error {
	for range rotations {
		for _, object := range work.objects {
			message, err := work.codec.Build(object)
			if err != nil {
				return err
			}
			runtime.KeepAlive(message)
		}
	}
	return nil
}

func (work *build) prove(index int) (proof, error) {
	message, err := work.codec.Build(work.objects[index])
	if err != nil {
		return proof{}, err
	}
	bytes, err := work.codec.Serialize(message)
	return provenWritten(work.decoder, bytes, err)
}

// serialize has a message for each object, built beforehand.
type serialize struct {
	codec, decoder adapter.MessageCodec
	messages       []any
}

func newSerialize(newAdapter func() adapter.Codec, on subject) (operation, error) {
	codec := messageAdapter(newAdapter)
	messages, err := built(codec, on.objects)
	return &serialize{codec, messageAdapter(newAdapter), messages}, err
}

func built(codec adapter.MessageCodec, objects []any) ([]any, error) {
	messages := make([]any, len(objects))
	for index, object := range objects {
		message, err := codec.Build(object)
		if err != nil {
			return nil, err
		}
		messages[index] = message
	}
	return messages, nil
}

func (work *serialize) rotate(rotations uint64) error {
	for range rotations {
		for _, message := range work.messages {
			if _, err := work.codec.Serialize(message); err != nil {
				return err
			}
		}
	}
	return nil
}

func (work *serialize) prove(index int) (proof, error) {
	bytes, err := work.codec.Serialize(work.messages[index])
	return provenWritten(work.decoder, bytes, err)
}

// deserialize opens messages; open is the adapter's method for it.
type deserialize struct {
	codec    adapter.MessageCodec
	open     func([]byte) (any, error)
	messages [][]byte
}

func newDeserialize(newAdapter func() adapter.Codec, on subject) (operation, error) {
	codec := messageAdapter(newAdapter)
	return &deserialize{codec, codec.Deserialize, on.messages}, nil
}

func newDeserializeFresh(newAdapter func() adapter.Codec, on subject) (operation, error) {
	codec := newAdapter().(adapter.KeepingCodec)
	return &deserialize{codec, codec.DeserializeFresh, on.messages}, nil
}

func (work *deserialize) rotate(rotations uint64) error {
	for range rotations {
		for _, message := range work.messages {
			opened, err := work.open(message)
			if err != nil {
				return err
			}
			runtime.KeepAlive(opened)
		}
	}
	return nil
}

func (work *deserialize) prove(index int) (proof, error) {
	opened, err := work.open(work.messages[index])
	return provenOpened(work.codec, opened, len(work.messages[index]), err)
}

func provenOpened(codec adapter.MessageCodec, opened any, size int, err error) (proof, error) {
	if err != nil {
		return proof{}, err
	}
	value, err := codec.Extract(opened)
	return proof{value: value, size: size}, err
}

// extract has an opened message for each object, deserialized beforehand.
type extract struct {
	codec    adapter.MessageCodec
	messages [][]byte
	opened   []any
}

func newExtract(newAdapter func() adapter.Codec, on subject) (operation, error) {
	codec := messageAdapter(newAdapter)
	open := codec.Deserialize
	if keeping, keeps := codec.(adapter.KeepingCodec); keeps {
		open = keeping.DeserializeFresh
	}
	work := &extract{codec, on.messages, make([]any, len(on.messages))}
	for index, message := range on.messages {
		opened, err := open(message)
		if err != nil {
			return nil, err
		}
		work.opened[index] = opened
	}
	return work, nil
}

func (work *extract) rotate(rotations uint64) error {
	for range rotations {
		for _, opened := range work.opened {
			object, err := work.codec.Extract(opened)
			if err != nil {
				return err
			}
			runtime.KeepAlive(object)
		}
	}
	return nil
}

func (work *extract) prove(index int) (proof, error) {
	return provenOpened(work.codec, work.opened[index], len(work.messages[index]), nil)
}

// messageRoundtrip serializes a message that was built beforehand and deserializes it, as cpp-serializers does. Where
// building is serializing, each object's message is built anew.
type messageRoundtrip struct {
	codec, reader adapter.MessageCodec
	inputs        []any
	write         func(any) ([]byte, error)
}

func newMessageRoundtrip(newAdapter func() adapter.Codec, on subject) (operation, error) {
	codec := messageAdapter(newAdapter)
	messages, err := built(codec, on.objects)
	return &messageRoundtrip{codec, messageAdapter(newAdapter), messages, codec.Serialize}, err
}

func newInPlaceRoundtrip(newAdapter func() adapter.Codec, on subject) (operation, error) {
	codec := messageAdapter(newAdapter)
	return &messageRoundtrip{codec, messageAdapter(newAdapter), on.objects, codec.Encode}, nil
}

func (work *messageRoundtrip) rotate(rotations uint64) error {
	for range rotations {
		for index := range work.inputs {
			if _, _, err := work.turn(index); err != nil {
				return err
			}
		}
	}
	return nil
}

// turn returns what was opened and the size of the message.
func (work *messageRoundtrip) turn(index int) (any, int, error) {
	bytes, err := work.write(work.inputs[index])
	if err != nil {
		return nil, 0, err
	}
	opened, err := work.reader.Deserialize(bytes)
	return opened, len(bytes), err
}

func (work *messageRoundtrip) prove(index int) (proof, error) {
	opened, size, err := work.turn(index)
	return provenOpened(work.reader, opened, size, err)
}
