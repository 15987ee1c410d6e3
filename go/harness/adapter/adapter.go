// Package adapter says what the adapter of a codec implements, the code that calls its library.
//
// There is one instance a goroutine, it keeps its buffers between calls, and there are no globals. Objects are
// pointers to the plain root type of the workload. Whatever an adapter returns as an error, and whatever panics in
// it, is one failed row.
package adapter

import "serbench/harness/values"

// Codec is the adapter of every library. A library with messages of its own implements MessageCodec; the other
// interfaces are found by what an adapter has.
type Codec interface {
	// Encode returns the bytes of an object, valid until the next Encode.
	Encode(object any) ([]byte, error)
	// Decode returns a fresh object, which holds nothing of the message's memory.
	Decode(message []byte) (any, error)
}

// MessageCodec is the adapter of a library with messages of its own.
type MessageCodec interface {
	Codec
	// Build returns the library's form of an object, which is valid for as long as it is held.
	Build(object any) (any, error)
	// Serialize returns the bytes of what Build made, valid until the next Serialize.
	Serialize(message any) ([]byte, error)
	// Deserialize returns the form that the library reads; that of a KeepingCodec is valid until the next call.
	Deserialize(message []byte) (any, error)
	// Extract returns a fresh object of what Deserialize made.
	Extract(opened any) (any, error)
}

// ReusingCodec decodes into an object that held another before, if the library's documentation does.
type ReusingCodec interface {
	Codec
	DecodeReuse(message []byte, object any) error
}

// KeepingCodec deserializes into a message that it keeps, if the library's documentation does.
type KeepingCodec interface {
	MessageCodec
	// DeserializeFresh does the same in a message of its own.
	DeserializeFresh(message []byte) (any, error)
}

// AccessCodec reads the fields of a plan without a full decode and returns the touch of what it read (FORMAT.md).
type AccessCodec interface {
	Access(message []byte, plan values.Plan) (uint64, error)
}

// CountingCodec tells how many bytes of a message Access reads, counted where its library reads them.
type CountingCodec interface {
	AccessCodec
	BytesRead(message []byte, plan values.Plan) (int, error)
}

// TouchingCodec reads the fields of a plan out of what Deserialize returned, so that access need not be written.
type TouchingCodec interface {
	MessageCodec
	Touch(opened any, plan values.Plan) (uint64, error)
}

// InPlaceCodec has messages that lie in memory as their bytes do, so that building one is serializing it.
type InPlaceCodec interface {
	MessageCodec
	BuildsInPlace()
}

// RewritingCodec has a Serialize that writes what Deserialize returned.
type RewritingCodec interface {
	MessageCodec
	Rewrites()
}

// UpdatingCodec adds 1 to the number of a message wherever it occurs in the bytes (FORMAT.md, section 7). The
// result is false if they have no place for it; then they are unchanged.
type UpdatingCodec interface {
	Codec
	UpdateNumber(message []byte) (bool, error)
}

// FloorCodec replaces the plain objects by others.
type FloorCodec interface {
	Codec
	Form(plain values.Form) values.Form
}

// Composed gives a MessageCodec its Encode and Decode; an adapter embeds it with itself as Of.
type Composed struct{ Of MessageCodec }

// Encode builds and serializes.
func (composed Composed) Encode(object any) ([]byte, error) {
	message, err := composed.Of.Build(object)
	if err != nil {
		return nil, err
	}
	return composed.Of.Serialize(message)
}

// Decode deserializes and extracts.
func (composed Composed) Decode(message []byte) (any, error) {
	opened, err := composed.Of.Deserialize(message)
	if err != nil {
		return nil, err
	}
	return composed.Of.Extract(opened)
}
