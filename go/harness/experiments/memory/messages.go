package memory

import (
	"errors"
	"fmt"

	"serbench/harness/adapter"
	"serbench/harness/protocol"
)

var errNoMessage = errors.New("There is no message of this object.")

// encoded has the messages of all objects, each in memory of its own.
func encoded(codec adapter.Codec, objects []any) ([][]byte, error) {
	messages := make([][]byte, len(objects))
	for index, object := range objects {
		err := adapter.Guarded(func() error {
			message, err := codec.Encode(object)
			messages[index] = append([]byte{}, message...)
			return err
		})
		if err != nil {
			return nil, &atObject{index, err}
		}
	}
	return messages, nil
}

// openMessages opens the messages of so many objects; refuses a file with another number of them.
func openMessages(path string, objects int) (*protocol.ContainerReader, error) {
	file, err := protocol.OpenContainer(path, protocol.Messages)
	if err == nil && file.Count() != uint64(objects) {
		file.Close()
		return nil, file.Refuse(fmt.Sprintf("holds %d messages for %d objects", file.Count(), objects))
	}
	return file, err
}

// givenMessages reads the messages of a file in place of the codec's own. A file that is not sound is refused; a
// message that is missing is a failure at its object, which the result tells.
func givenMessages(path string, objects int) (func() ([][]byte, error), error) {
	file, err := openMessages(path, objects)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	messages := make([][]byte, objects)
	var missing error
	for index := range messages {
		message, present, err := file.Next()
		if err != nil {
			return nil, err
		}
		if !present && missing == nil {
			missing = &atObject{index, errNoMessage}
		}
		messages[index] = message
	}
	return func() ([][]byte, error) { return messages, missing }, file.Finish()
}
