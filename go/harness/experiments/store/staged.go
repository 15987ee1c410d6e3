package store

import (
	"serbench/harness/adapter"
	"serbench/harness/values"
)

// Staged has messages that are set aside as they come, because a codec's buffer holds one at a time.
type Staged struct {
	bytes []byte
	ends  []int
}

// Count is how many there are.
func (s *Staged) Count() int {
	return len(s.ends)
}

// Message is one of them, valid until the next are set aside.
func (s *Staged) Message(i int) []byte {
	begin := 0
	if i > 0 {
		begin = s.ends[i-1]
	}
	return s.bytes[begin:s.ends[i]]
}

// Clear forgets them; their memory is used again.
func (s *Staged) Clear() {
	s.bytes, s.ends = s.bytes[:0], s.ends[:0]
}

// Encode sets the message of an object aside.
func (s *Staged) Encode(codec adapter.Codec, object any) error {
	message, err := codec.Encode(object)
	if err != nil {
		return err
	}
	s.bytes = append(s.bytes, message...)
	s.ends = append(s.ends, len(s.bytes))
	return nil
}

// Write sets an object's own bytes aside.
func (s *Staged) Write(form values.Form, object any) {
	s.bytes = form.Write(object, s.bytes)
	s.ends = append(s.ends, len(s.bytes))
}
