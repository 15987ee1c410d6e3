// The page of javascript/avsc: a type that the library makes of the schema, over the values that conversions.js makes of plain
// objects.
import { build, extract, SCHEMA } from "#codec/conversions.js";
import { longs } from "#codec/longs.js";
import { touchAll, touchOne, touchTenth } from "#codec/touching.js";
import { MessageCodec } from "#harness/page/page.js";
import avro from "avsc";

class Page extends MessageCodec {
  #type = avro.Type.forSchema(SCHEMA, { registry: { long: longs() } });
  #memory = Buffer.allocUnsafeSlow(8192);

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

  accessOne(message) {
    return touchOne(this.deserialize(message));
  }

  accessTenth(message) {
    return touchTenth(this.deserialize(message));
  }

  accessAll(message) {
    return touchAll(this.deserialize(message));
  }

  readMessage(message) {
    return this.deserialize(message);
  }

  touchMessage(message) {
    return touchOne(message);
  }
}

export function newPage() {
  return new Page();
}
