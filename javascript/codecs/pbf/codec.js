// The adapter of javascript/pbf: compiled functions over literal objects, which conversions.js makes of plain ones.
import { PbfReader, PbfWriter } from "pbf";

import { build, extract, read, write } from "#codec/conversions.js";
import { touch } from "#codec/touching.js";
import { MessageCodec } from "#harness/adapter/adapter.js";

/** The library's writer makes a negative number of the tag of a field whose number is 2**28 or more. */
class Writer extends PbfWriter {
  writeTag(tag, type) {
    this.writeVarint(((tag << 3) | type) >>> 0);
  }
}

class Adapter extends MessageCodec {
  #memory = new Uint8Array(16);

  rewrites() {}

  build(object) {
    return build(object);
  }

  serialize(message) {
    const writer = new Writer(this.#memory);
    write(message, writer);
    this.#memory = writer.buf;
    return writer.finish();
  }

  deserialize(bytes) {
    return read(new PbfReader(bytes), bytes.length);
  }

  extract(opened) {
    return extract(opened);
  }

  touch(opened, plan) {
    return touch(opened, plan);
  }
}

export const newAdapter = () => new Adapter();
