// The adapter of javascript/avsc-single-object: avsc with the header of a single object. What is read goes through the
// resolver of its writer's schema.
import { build, extract } from "#codec/conversions.js";
import { registry } from "#codec/longs.js";
import { readerOf } from "#codec/registry.js";
import { touch } from "#codec/touching.js";
import { VERSIONS } from "#codec/versions.js";
import { MessageCodec } from "#harness/adapter/adapter.js";
import avro from "avsc";

const [[FINGERPRINT, SCHEMA]] = VERSIONS;
const HEADER = Buffer.from(`c301${FINGERPRINT}`, "hex");

class Adapter extends MessageCodec {
  #type = typeOf(SCHEMA);
  #memory = withHeader(8192);
  // What decodes a message, by its header. Nothing is to be resolved where writer and reader have the same schema.
  #readers = new Map([[keyOf(HEADER), (bytes, position) => this.#type.decode(bytes, position)]]);

  rewrites() {}

  build(object) {
    return build(object);
  }

  serialize(message) {
    let end = this.#type.encode(message, this.#memory, HEADER.length);
    if (end < 0) {
      // So many bytes are missing.
      this.#memory = withHeader(2 * (this.#memory.length - end));
      end = this.#type.encode(message, this.#memory, HEADER.length);
    }
    return this.#memory.subarray(0, end);
  }

  deserialize(bytes) {
    const read = this.#readers.get(keyOf(bytes)) ?? this.#met(bytes);
    const { value, offset } = read(bytes, HEADER.length);
    if (offset !== bytes.length) {
      throw new RangeError("the message is truncated, or bytes are left over after it");
    }
    return value;
  }

  // The reader of a version whose first message this is.
  #met(bytes) {
    const schema = VERSIONS.get(bytes.hexSlice(2, HEADER.length));
    if (schema === undefined || bytes[0] !== HEADER[0] || bytes[1] !== HEADER[1]) {
      throw new RangeError("no schema has the header of the message");
    }
    const read = readerOf(typeOf(schema), this.#type);
    this.#readers.set(keyOf(bytes), read);
    return read;
  }

  extract(opened) {
    return extract(opened);
  }

  touch(opened, plan) {
    return touch(opened, plan);
  }
}

function typeOf(schema) {
  return avro.Type.forSchema(schema, { registry: registry() });
}

function keyOf(bytes) {
  return bytes.latin1Slice(0, HEADER.length);
}

function withHeader(size) {
  const memory = Buffer.allocUnsafeSlow(size);
  HEADER.copy(memory);
  return memory;
}

export function newAdapter() {
  return new Adapter();
}
