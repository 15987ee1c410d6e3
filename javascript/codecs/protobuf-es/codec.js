// The adapter of javascript/protobuf-es: messages of generated schemas, which conversions.js makes of plain objects.
import { fromBinary, toBinary } from "@bufbuild/protobuf";

import { build, extract, schema } from "#codec/conversions.js";
import { touch } from "#codec/touching.js";
import { MessageCodec } from "#harness/adapter/adapter.js";

// Beyond the usual 100: larger data is data too.
const READING = { recursionLimit: 1000 };

class Adapter extends MessageCodec {
  rewrites() {}

  build(object) {
    return build(object);
  }

  serialize(message) {
    return toBinary(schema, message);
  }

  deserialize(bytes) {
    return fromBinary(schema, bytes, READING);
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
