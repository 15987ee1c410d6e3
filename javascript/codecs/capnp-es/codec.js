// The adapter of javascript/capnp-es: messages that are built and read where they lie, by generated accessors.
import { build, extract, Root } from "#codec/conversions.js";
import { touch } from "#codec/touching.js";
import { MessageCodec } from "#harness/adapter/adapter.js";
import { asMessage } from "#harness/values/bytes.js";
import { Message } from "capnp-es";

const PACKED = false;

class Adapter extends MessageCodec {
  buildsInPlace() {}

  build(object) {
    const message = new Message();
    build(message.initRoot(Root), object);
    return message;
  }

  serialize(message) {
    return asMessage(new Uint8Array(message.toArrayBuffer()));
  }

  deserialize(bytes) {
    return new Message(bytes, PACKED).getRoot(Root);
  }

  extract(root) {
    return extract(root);
  }

  touch(root, plan) {
    return touch(root, plan);
  }
}

export function newAdapter() {
  return new Adapter();
}
