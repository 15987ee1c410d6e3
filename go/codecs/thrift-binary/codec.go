// The adapter of go/thrift-binary: structs that Thrift's compiler generates, and a protocol over memory that is kept.
package main

import (
	"bytes"
	"context"
	"errors"
	"math"

	"github.com/apache/thrift/lib/go/thrift"

	"serbench/codec/plain"
	"serbench/codec/wire"
	"serbench/harness/adapter"
)

type codec struct {
	adapter.Composed
	context context.Context
	output  *thrift.TMemoryBuffer
	input   *thrift.TMemoryBuffer
	writer  thrift.TProtocol
	reader  thrift.TProtocol
}

// newAdapter raises the limit of 100 MiB for a message: larger data is data too.
func newAdapter() adapter.Codec {
	limits := &thrift.TConfiguration{MaxMessageSize: math.MaxInt32}
	c := &codec{
		context: context.Background(),
		output:  thrift.NewTMemoryBuffer(),
		input:   thrift.NewTMemoryBuffer(),
	}
	c.writer = newProtocol(c.output, limits)
	c.reader = newProtocol(c.input, limits)
	c.Of = c
	return c
}

func (c *codec) Build(object any) (any, error) {
	return buildRoot(object.(*plain.SerbenchRoot)), nil
}

func (c *codec) Serialize(message any) ([]byte, error) {
	c.output.Reset()
	forget(c.writer)
	if err := message.(*wire.Root).Write(c.context, c.writer); err != nil {
		return nil, err
	}
	return c.output.Bytes(), c.writer.Flush(c.context)
}

// Deserialize reads the message where it lies.
func (c *codec) Deserialize(message []byte) (any, error) {
	*c.input.Buffer = *bytes.NewBuffer(message)
	forget(c.reader)
	opened := &wire.Root{}
	if err := opened.Read(c.context, c.reader); err != nil {
		return nil, err
	}
	if c.input.Len() != 0 {
		return nil, errors.New("bytes are left over after the message")
	}
	return opened, nil
}

func (c *codec) Extract(opened any) (any, error) {
	return extractRoot(opened.(*wire.Root))
}

// forget makes a protocol forget a message that ended in an error, as thrift.TSerializer does.
func forget(protocol thrift.TProtocol) {
	if kept, ok := protocol.(interface{ Reset() }); ok {
		kept.Reset()
	}
}
