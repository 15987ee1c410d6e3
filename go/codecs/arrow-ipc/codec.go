// The adapter of go/arrow-ipc: record batches of arrow-go in streams.
package main

import (
	"bytes"
	"errors"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"serbench/harness/adapter"
	"serbench/harness/values"
)

type codec struct {
	adapter.Composed
	rows   *array.StructBuilder
	output bytes.Buffer
	input  bytes.Reader
}

func newAdapter() adapter.Codec {
	c := &codec{rows: builder()}
	c.Of = c
	return c
}

// Build makes a batch by builders that are used again.
func (c *codec) Build(object any) (any, error) {
	return batchOf(c.rows, object), nil
}

// Serialize writes into a buffer that is used again.
func (c *codec) Serialize(message any) ([]byte, error) {
	c.output.Reset()
	writer := ipc.NewWriter(&c.output, ipc.WithSchema(schema))
	if err := writer.Write(message.(arrow.RecordBatch)); err != nil {
		return nil, err
	}
	err := writer.Close()
	return c.output.Bytes(), err
}

func (c *codec) Deserialize(message []byte) (any, error) {
	c.input.Reset(message)
	reader, err := ipc.NewReader(&c.input)
	if err != nil {
		return nil, err
	}
	defer reader.Release()
	if !reader.Next() {
		return nil, errors.Join(errors.New("the message has no batch"), reader.Err())
	}
	table := array.RecordToStructArray(reader.RecordBatch())
	if reader.Next() {
		return nil, errors.New("the message has more than one batch")
	}
	return table, reader.Err()
}

func (*codec) Extract(opened any) (any, error) {
	return objectOf(opened.(*array.Struct))
}

// Touch reads the columns of a plan where they lie.
func (*codec) Touch(opened any, plan values.Plan) (uint64, error) {
	return touched(opened.(*array.Struct), plan)
}
