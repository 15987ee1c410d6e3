// The adapter of go/avro-single-object: twmb/avro with the header of a single object. What is read goes through the
// resolver of its writer's schema.
package main

import (
	"errors"
	"fmt"

	"github.com/twmb/avro"

	"serbench/codec/plain"
	"serbench/codec/wire"
	"serbench/harness/adapter"
)

type codec struct {
	adapter.Composed
	schema *avro.Schema
	buffer []byte
	// The resolvers from schemas of writers to the reader's, by the fingerprints of the former.
	resolvers map[[8]byte]*avro.Schema
}

// newAdapter has a registry of one schema, its own: a process knows those that it was built with.
func newAdapter() adapter.Codec {
	schema := avro.MustParse(wire.Schema)
	c := &codec{schema: schema, resolvers: map[[8]byte]*avro.Schema{}}
	for _, writers := range []*avro.Schema{schema} {
		resolver, err := avro.Resolve(writers, schema)
		if err != nil {
			panic(err)
		}
		c.resolvers[fingerprint(writers)] = resolver
	}
	c.Of = c
	return c
}

// The bytes that a header has of a schema.
func fingerprint(schema *avro.Schema) (found [8]byte) {
	bigEndian := schema.Fingerprint(avro.NewRabin())
	for i := range found {
		found[i] = bigEndian[len(found)-1-i]
	}
	return found
}

func (c *codec) Build(object any) (any, error) {
	return buildRoot(object.(*plain.SerbenchRoot)), nil
}

// Serialize appends to a buffer that is used again.
func (c *codec) Serialize(message any) ([]byte, error) {
	bytes, err := c.schema.AppendSingleObject(c.buffer[:0], message)
	c.buffer = bytes
	return bytes, err
}

// Deserialize has the records of unions read with their names, by which the cases of a oneof are known.
func (c *codec) Deserialize(message []byte) (any, error) {
	writers, payload, err := avro.SingleObjectFingerprint(message)
	if err != nil {
		return nil, err
	}
	resolver, known := c.resolvers[writers]
	if !known {
		return nil, fmt.Errorf("no schema has the fingerprint %x", writers)
	}
	opened := new(wire.Root)
	rest, err := resolver.Decode(payload, opened, avro.TaggedUnions())
	if err == nil && len(rest) != 0 {
		err = errors.New("bytes are left over after the message")
	}
	return opened, err
}

func (c *codec) Extract(opened any) (any, error) {
	return extractRoot(opened.(*wire.Root)), nil
}
