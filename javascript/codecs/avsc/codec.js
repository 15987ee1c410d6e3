// The adapter of javascript/avsc: a type that the library makes of the schema, over the values that conversions.js
// makes of plain objects.
import { build, extract, SCHEMA } from "#codec/conversions.js";
import { registry } from "#codec/longs.js";
import { touch } from "#codec/touching.js";
import { MessageCodec } from "#harness/adapter/adapter.js";
import avro from "avsc";

class Adapter extends MessageCodec {
  #type = avro.Type.forSchema(SCHEMA, { registry: registry() });
  #memory = Buffer.allocUnsafeSlow(8192);

  rewrites() {}

  build(object) {
    return build(object);
  }

  serialize(message) {
    let end = this.#type.encode(message, this.#memory, 0);
    if (end < 0) {
      // So many bytes are missing.
      this.#memory = Buffer.allocUnsafeSlow(2 * (this.#memory.length - end));
      end = this.#type.encode(message, this.#memory, 0);
    }
    return this.#memory.subarray(0, end);
  }

  deserialize(bytes) {
    return this.#type.fromBuffer(bytes);
  }

  extract(opened) {
    return extract(opened);
  }

  touch(opened, plan) {
    return touch(opened, plan);
  }
}

export function newAdapter() {
  return new Adapter();
}
