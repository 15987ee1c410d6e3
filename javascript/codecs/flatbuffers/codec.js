// The adapter of javascript/flatbuffers: tables built bottom-up in a builder and read where they lie, by generated
// accessors.
import { pack } from "#codec/packing.js";
import { open, touch, unpack } from "#codec/unpacking.js";
import { MessageCodec } from "#harness/adapter/adapter.js";
import * as flatbuffers from "flatbuffers";

class Adapter extends MessageCodec {
  #builder = new flatbuffers.Builder(1024);

  buildsInPlace() {}

  /** The bytes where the builder holds them. */
  encode(object) {
    this.#builder.clear();
    this.#builder.finish(pack(this.#builder, object));
    return this.#builder.asUint8Array();
  }

  /** A copy of them, since the builder is used again. */
  build(object) {
    return this.encode(object).slice();
  }

  serialize(message) {
    return message;
  }

  deserialize(bytes) {
    return opened(bytes);
  }

  extract(table) {
    return unpack(table);
  }

  touch(table, plan) {
    return touch(table, plan);
  }
}

/** The root of a message; one that is too short for its offset is refused, as the library has no verifier. */
function opened(message) {
  if (message.length < flatbuffers.SIZEOF_INT) {
    throw new RangeError("a message ends before the offset of its root");
  }
  return open(new flatbuffers.ByteBuffer(message));
}

export function newAdapter() {
  return new Adapter();
}
