// The adapter of javascript/protobufjs: messages of static code, which conversions.js makes of plain objects.
import protobuf from "protobufjs/minimal.js";

import { build, extract, Message } from "#codec/conversions.js";
import { touch } from "#codec/touching.js";
import { MessageCodec } from "#harness/adapter/adapter.js";

// Beyond the usual 100: larger data is data too.
const MOST_LEVELS = 1000;
protobuf.util.recursionLimit = MOST_LEVELS;
protobuf.Reader.recursionLimit = MOST_LEVELS;
// A view of the writer's memory instead of a copy.
const SHARED = true;

class Adapter extends MessageCodec {
  #writer = protobuf.Writer.create();

  rewrites() {}

  build(object) {
    return build(object);
  }

  serialize(message) {
    return Message.encode(message, this.#writer.reset()).finish(SHARED);
  }

  deserialize(bytes) {
    return Message.decode(bytes);
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
