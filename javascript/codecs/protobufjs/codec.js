// The page of javascript/protobufjs: messages of static code, which conversions.js makes of plain objects.
import protobuf from "protobufjs/minimal.js";

import { build, extract, Message } from "#codec/conversions.js";
import { touchAll, touchOne, touchTenth } from "#codec/touching.js";
import { MessageCodec } from "#harness/page/page.js";

// Beyond the usual 100: larger data is data too.
const MOST_LEVELS = 1000;
protobuf.util.recursionLimit = MOST_LEVELS;
protobuf.Reader.recursionLimit = MOST_LEVELS;
// A view of the writer's memory instead of a copy.
const SHARED = true;

class Page extends MessageCodec {
  #writer = protobuf.Writer.create();

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

  accessOne(message) {
    return touchOne(Message.decode(message));
  }

  accessTenth(message) {
    return touchTenth(Message.decode(message));
  }

  accessAll(message) {
    return touchAll(Message.decode(message));
  }

  readMessage(message) {
    return Message.decode(message);
  }

  touchMessage(message) {
    return touchOne(message);
  }
}

export function newPage() {
  return new Page();
}
