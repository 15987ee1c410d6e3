// Modes that send on the bytes that came, and the one that reads and writes the library's own messages.
import { accessOf, readToRewrite } from "../../page/page.js";
import { ONE } from "../../values/touch.js";
import { placeOf } from "./steps.js";

/** Sends the frames on that came; nothing is read. */
export class Forward {
  release() {}
}

/** Sends the frames on that came, of which one place was read. */
export class Peek {
  #newPage;
  #reader;
  #touches = [];

  constructor({ newPage }) {
    this.#newPage = newPage;
    this.#reader = accessOf(newPage());
  }

  decode(slot, message) {
    this.#touches[slot] = this.#reader.access(message, ONE);
  }

  recover() {
    this.#reader = accessOf(this.#newPage());
  }

  sinkOf(slot, sinks) {
    return placeOf(this.#touches[slot], sinks);
  }

  change() {
    return false;
  }

  release() {}
}

/**
 * Reads and writes the library's own messages, each with a codec of its slot, because a codec may keep the one message
 * that it reads into.
 */
export class Message {
  #newPage;
  #slots = [];

  constructor({ newPage }) {
    this.#newPage = newPage;
  }

  decode(slot, message) {
    this.#slots[slot] ??= { codec: this.#newPage(), read: null };
    const at = this.#slots[slot];
    at.read = readToRewrite(at.codec, message);
  }

  recover(slot) {
    this.#slots[slot] = { codec: this.#newPage(), read: null };
  }

  sinkOf(slot, sinks) {
    const { codec, read } = this.#slots[slot];
    return placeOf(codec.touch(read, ONE), sinks);
  }

  change() {
    return false;
  }

  encode(slot) {
    const { codec, read } = this.#slots[slot];
    return codec.serialize(read);
  }

  release() {}
}
