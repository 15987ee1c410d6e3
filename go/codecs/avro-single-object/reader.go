// Resolvers from the schema of a writer to that of the reader.
package main

import (
	"encoding/binary"
	"errors"

	"github.com/twmb/avro"
)

// reader finds the resolver of a message, which is made once.
type reader func(payload []byte) (*avro.Schema, error)

func readerOf(writers, readers *avro.Schema) reader {
	resolver, err := avro.Resolve(writers, readers)
	if err != nil && isOneof(writers) && isOneof(readers) {
		return readerByCase(writers, readers)
	}
	return func([]byte) (*avro.Schema, error) { return resolver, err }
}

// The library refuses a schema of which any part cannot be resolved. Where the root is a oneof, its cases stand for
// schemas of their own: each has a resolver or is refused alone. A record of one union begins with the branch.
func readerByCase(writers, readers *avro.Schema) reader {
	cases := writers.Root().Fields[0].Type.Branches
	resolvers := map[int64]*avro.Schema{}
	return func(payload []byte) (*avro.Schema, error) {
		i, size := binary.Varint(payload)
		if size <= 0 || i < 0 || i >= int64(len(cases)) {
			return nil, errors.New("the message begins with no branch of its root")
		}
		if resolver, met := resolvers[i]; met {
			return resolver, nil
		}
		name := cases[i].Name
		resolver, err := avro.Resolve(onlyCase(writers, name), onlyCase(readers, name))
		if err == nil {
			resolvers[i] = resolver
		}
		return resolver, err
	}
}

func isOneof(schema *avro.Schema) bool {
	fields := schema.Root().Fields
	return len(fields) == 1 && fields[0].Type.Type == "union"
}

// The schema with nothing in any case but one.
func onlyCase(schema *avro.Schema, name string) *avro.Schema {
	root := schema.Root()
	only := root.ExpandReferences()
	cases := only.Fields[0].Type.Branches
	for i := range cases {
		if cases[i].Name != name {
			cases[i].Fields = nil
		}
	}
	found, err := only.Schema()
	if err != nil {
		panic(err)
	}
	return found
}
