// The adapter of javascript/thrift-binary: structs that Thrift's compiler generates, and a protocol over memory.
import { build, extract, Message } from "#codec/conversions.js";
import { Protocol } from "#codec/protocol.js";
import { touch } from "#codec/touching.js";
import { MessageCodec } from "#harness/adapter/adapter.js";
import thrift from "thrift";

class Adapter extends MessageCodec {
  #written = null;
  #output = new thrift.TBufferedTransport(undefined, (bytes) => {
    this.#written = bytes;
  });

  rewrites() {}

  build(object) {
    return build(object);
  }

  serialize(message) {
    this.#output.outBuffers = [];
    this.#output.outCount = 0;
    message.write(new Protocol(this.#output));
    this.#output.flush();
    return this.#written;
  }

  /** Reads the message where it lies: the library's own receiver would copy it first. */
  deserialize(bytes) {
    const input = new thrift.TBufferedTransport();
    input.inBuf = bytes;
    input.writeCursor = bytes.length;
    const message = new Message();
    message.read(new Protocol(input));
    if (input.readCursor !== bytes.length) {
      throw new RangeError("bytes are left over after the message");
    }
    return message;
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
