// The adapter of go/parquet: record batches of arrow-go as Parquet files in memory.
package main

import (
	"bytes"
	"context"
	"errors"
	"slices"
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
	table, err := read(bytes.NewReader(message), nil)
	if err != nil {
		return nil, err
	}
	return objectOf(table)
}

// Access reads the columns of a plan alone.
func (c *codec) Access(message []byte, plan values.Plan) (uint64, error) {
	table, err := read(bytes.NewReader(message), c.paths[plan])
	if err != nil {
		return 0, err
	}
	return touched(table, plan)
}

// BytesRead counts the bytes for which the library asks the file.
func (c *codec) BytesRead(message []byte, plan values.Plan) (int, error) {
	counted := &counting{ReaderAtSeeker: bytes.NewReader(message)}
	_, err := read(counted, c.paths[plan])
	return counted.read, err
}

// counting is a file that counts the bytes that are read of it.
type counting struct {
	parquet.ReaderAtSeeker
	read int
}

func (from *counting) ReadAt(to []byte, at int64) (int, error) {
	n, err := from.ReaderAtSeeker.ReadAt(to, at)
	from.read += n
	return n, err
}

// read has the rows of a file with the columns whose paths begin as one of these, or with all.
func read(source parquet.ReaderAtSeeker, beginnings []string) (*array.Struct, error) {
	reader, err := file.NewParquetReader(source)
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
		path := reader.MetaData().Schema.Column(at).Path() + "."
		begins := func(beginning string) bool { return strings.HasPrefix(path, beginning) }
		if beginnings == nil || slices.ContainsFunc(beginnings, begins) {
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
