import { copied, newBytes } from "./bytes.js";

const NOTHING = newBytes(0);

/** An object as its canonical bytes alone: what the floor holds, in memory that may be larger where it is used again. */
export class Image {
  constructor(bytes) {
    this.bytes = bytes;
    this.memory = NOTHING;
  }
}

/** Handles images of the objects that another form handles. */
export class ImageForm {
  constructor(plain) {
    this.plain = plain;
  }

  /** Keeps the bytes of a valid object. */
  read(bytes, strict = true) {
    this.plain.read(bytes, strict);
    return new Image(copied(bytes));
  }

  write(object, writer) {
    writer.raw(object.bytes);
  }

  /** Reads the object that the bytes hold. */
  touched(object, plan) {
    return this.plain.touched(this.plain.read(object.bytes), plan);
  }

  /** There are only bytes. */
  relayed() {
    return null;
  }
}
