package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"serbench/codec/plain"
)

var schema = arrow.NewSchema(rowFields, nil)

// mapOf has the type of a map whose values are never null.
func mapOf(key, value arrow.DataType) arrow.DataType {
	of := arrow.MapOf(key, value)
	of.SetItemNullable(false)
	return of
}

// inside has the column of a name, nil where a table has none.
func inside(from *array.Struct, name string) arrow.Array {
	at, is := from.DataType().(*arrow.StructType).FieldIdx(name)
	if !is {
		return nil
	}
	return from.Field(at)
}

func oneRow(count int) error {
	return fmt.Errorf("the message has %d rows, and an object is one", count)
}

// builder makes the rows of one object after another.
func builder() *array.StructBuilder {
	return array.NewStructBuilder(memory.DefaultAllocator, arrow.StructOf(rowFields...))
}

// batchOf has the rows of an object.
func batchOf(rows *array.StructBuilder, object any) arrow.RecordBatch {
	rowsInto(rows, object.(*plain.SerbenchRoot))
	return array.RecordFromStructArray(rows.NewStructArray(), schema)
}
