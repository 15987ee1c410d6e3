import { Image, ImageForm } from "#harness/values/image.js";

/** The floor: the object is its own bytes, which are copied once each way. */
class Copying {
  #message = Buffer.alloc(0);

  /** Lets the objects be their bytes. */
  form(plain) {
    return new ImageForm(plain);
  }

  encode(object) {
    this.#message = roomFor(object.bytes, this.#message);
    object.bytes.copy(this.#message);
    return this.#message.subarray(0, object.bytes.length);
  }

  decode(message) {
    return new Image(Buffer.from(message));
  }

  /** Copies into memory that is used again. */
  decodeReuse(message, object) {
    object.memory = roomFor(message, object.memory);
    message.copy(object.memory);
    object.bytes = object.memory.subarray(0, message.length);
  }
}

function roomFor(bytes, memory) {
  return bytes.length <= memory.length ? memory : Buffer.allocUnsafeSlow(2 * bytes.length);
}

export function newAdapter() {
  return new Copying();
}
