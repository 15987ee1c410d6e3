// Modes that send on the bytes that came, and the one that reads and writes the library's own messages.
import { accessOf, readToRewrite } from "../../adapter/adapter.js";
import { ONE } from "../../values/touch.js";
import { placeOf } from "./steps.js";

/** Sends the frames on that came; nothing is read. */
export class Forward {
  release() {}
}

/** Sends the frames on that came, of which one place was read. */
export class Peek {
  #newAdapter;
  #reader;
  #touches = [];

  constructor({ newAdapter }) {
    this.#newAdapter = newAdapter;
    this.#reader = accessOf(newAdapter());
  }

  decode(slot, message) {
    this.#touches[slot] = this.#reader.access(message, ONE);
  }

  recover() {
    this.#reader = accessOf(this.#newAdapter());
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
  #newAdapter;
  #slots = [];

  constructor({ newAdapter }) {
    this.#newAdapter = newAdapter;
  }

  decode(slot, message) {
    this.#slots[slot] ??= { codec: this.#newAdapter(), read: null };
    const at = this.#slots[slot];
    at.read = readToRewrite(at.codec, message);
  }

  recover(slot) {
    this.#slots[slot] = { codec: this.#newAdapter(), read: null };
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
