// The adapter of javascript/parquet: record batches of Apache Arrow as Parquet files in memory, by parquet-wasm.
import { builder, extract, rowsOf, SCHEMA } from "#codec/columns.js";
import { RecordBatch, RecordBatchReader, RecordBatchStreamWriter } from "apache-arrow";
import parquet from "parquet-wasm";

const { Compression, readParquet, Table, WriterPropertiesBuilder, writeParquet } = parquet;
/** More rows than a message has: all are one batch. */
const ROWS = 2 ** 31 - 1;

class Adapter {
  #rows = builder();

  encode(object) {
    for (const row of rowsOf(object)) {
      this.#rows.append(row);
    }
    const batch = new RecordBatch(SCHEMA, this.#rows.flush());
    const table = Table.fromIPCStream(RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true));
    const properties = new WriterPropertiesBuilder().setCompression(Compression.UNCOMPRESSED).build();
    // Both are given over to the library, which frees them.
    const bytes = writeParquet(table, properties);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  decode(message) {
    const [batch, ...more] = RecordBatchReader.from(readParquet(message, { batchSize: ROWS }).intoIPCStream());
    if (more.length > 0) {
      throw new RangeError("the message has more than one batch");
    }
    return extract(batch);
  }
}

export function newAdapter() {
  return new Adapter();
}
