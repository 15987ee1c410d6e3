// The adapter of go/parquet: record batches of arrow-go as Parquet files in memory.
package main

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"serbench/harness/adapter"
	"serbench/harness/values"
)

type codec struct {
	rows       *array.StructBuilder
	properties *parquet.WriterProperties
	output     bytes.Buffer
	paths      map[values.Plan][]string
}

func newAdapter() adapter.Codec {
	c := &codec{rows: builder(), properties: parquet.NewWriterProperties(), paths: map[values.Plan][]string{}}
	for _, plan := range []values.Plan{values.One, values.Tenth, values.All} {
		c.paths[plan] = pathsOf(plan)
	}
	return c
}

// Encode writes into a buffer that is used again.
func (c *codec) Encode(object any) ([]byte, error) {
	c.output.Reset()
	writer, err := pqarrow.NewFileWriter(schema, &c.output, c.properties, pqarrow.DefaultWriterProps())
	if err != nil {
		return nil, err
	}
	if err := writer.Write(batchOf(c.rows, object)); err != nil {
		return nil, err
	}
	err = writer.Close()
	return c.output.Bytes(), err
}

func (*codec) Decode(message []byte) (any, error) {
	table, err := read(message, nil)
	if err != nil {
		return nil, err
	}
	return objectOf(table)
}

// Access reads the columns of a plan alone.
func (c *codec) Access(message []byte, plan values.Plan) (uint64, error) {
	table, err := read(message, func(path string) bool {
		for _, beginning := range c.paths[plan] {
			if strings.HasPrefix(path, beginning) {
				return true
			}
		}
		return false
	})
	if err != nil {
		return 0, err
	}
	return touched(table, plan)
}

// read has the rows of a file with the columns that are wanted, or with all.
func read(message []byte, wanted func(path string) bool) (*array.Struct, error) {
	reader, err := file.NewParquetReader(bytes.NewReader(message))
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	properties := pqarrow.ArrowReadProperties{BatchSize: max(reader.NumRows(), 1)}
	arrows, err := pqarrow.NewFileReader(reader, properties, memory.DefaultAllocator)
	if err != nil {
		return nil, err
	}
	var columns []int
	for at := range reader.MetaData().Schema.NumColumns() {
		if wanted == nil || wanted(reader.MetaData().Schema.Column(at).Path()+".") {
			columns = append(columns, at)
		}
	}
	batches, err := arrows.GetRecordReader(context.Background(), columns, nil)
	if err != nil {
		return nil, err
	}
	defer batches.Release()
	if !batches.Next() {
		return nil, errors.Join(errors.New("the message has no rows"), batches.Err())
	}
	table := array.RecordToStructArray(batches.RecordBatch())
	if batches.Next() {
		return nil, errors.New("the message has more than one batch")
	}
	return table, nil
}
