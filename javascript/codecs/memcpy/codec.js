import { copied, copyInto, newBytes } from "#harness/values/bytes.js";
import { Image, ImageForm } from "#harness/values/image.js";

/** The floor: the object is its own bytes, which are copied once each way. */
class Copying {
  #message = newBytes(0);

  /** Lets the objects be their bytes. */
  form(plain) {
    return new ImageForm(plain);
  }

  encode(object) {
    this.#message = roomFor(object.bytes, this.#message);
    copyInto(this.#message, object.bytes);
    return this.#message.subarray(0, object.bytes.length);
  }

  decode(message) {
    return new Image(copied(message));
  }

  /** Copies into memory that is used again. */
  decodeReuse(message, object) {
    object.memory = roomFor(message, object.memory);
    copyInto(object.memory, message);
    object.bytes = object.memory.subarray(0, message.length);
  }
}

function roomFor(bytes, memory) {
  return bytes.length <= memory.length ? memory : newBytes(2 * bytes.length);
}

export function newAdapter() {
  return new Copying();
}
