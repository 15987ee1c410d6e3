// The adapter of javascript/ts-proto: generated functions over objects of interfaces, which conversions.js makes of plain ones.
import { build, extract, Message } from "#codec/conversions.js";
import { touch } from "#codec/touching.js";
import { MessageCodec } from "#harness/adapter/adapter.js";

class Adapter extends MessageCodec {
  rewrites() {}

  build(object) {
    return build(object);
  }

  serialize(message) {
    return Message.encode(message).finish();
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

export const newAdapter = () => new Adapter();
