// The adapter of javascript/arrow-ipc: record batches of Apache Arrow in streams.
import { builder, columnBytes, extract, rowsOf, SCHEMA, touch } from "#codec/columns.js";
import { MessageCodec } from "#harness/adapter/adapter.js";
import { MessageReader, RecordBatch, RecordBatchReader, RecordBatchStreamWriter } from "apache-arrow";

const WORD = 8;

/** The bytes of metadata in a stream, which are all but the bodies of its messages. */
function metadataBytes(stream) {
  const messages = new MessageReader(stream);
  let bytes = stream.length;
  for (const { bodyLength } of messages) {
    bytes -= messages.readMessageBody(bodyLength).length;
  }
  return bytes;
}

class Adapter extends MessageCodec {
  #rows = builder();

  build(object) {
    for (const row of rowsOf(object)) {
      this.#rows.append(row);
    }
    return new RecordBatch(SCHEMA, this.#rows.flush());
  }

  serialize(batch) {
    const bytes = RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  deserialize(message) {
    const [batch, ...more] = RecordBatchReader.from(message);
    if (more.length > 0) {
      throw new RangeError("the message has more than one batch");
    }
    return batch;
  }

  extract(batch) {
    return extract(batch);
  }

  touch(batch, plan) {
    return touch(batch, plan);
  }

  /** Nobody looks at other columns than those of a plan, unless the library copies all to a place for numbers. */
  bytesRead(message, plan) {
    const isCopied = message.byteOffset % WORD !== 0;
    return isCopied ? message.length : metadataBytes(message) + columnBytes(this.deserialize(message), plan);
  }
}

export function newAdapter() {
  return new Adapter();
}
