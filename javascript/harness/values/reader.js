import { isUtf8, textIn } from "./bytes.js";

const NAN_32 = 0x7fc00000;
const NAN_64 = 0x7ff8000000000000n;
const HALF = 2 ** 32;
// Shorter texts are put together here, because a call of Node's own decoder costs more than their bytes.
const SHORT_BYTES = 12;
// How deep messages that can hold themselves may lie in one another (FORMAT.md, section 1).
const DEEPEST = 1024;

/**
 * Reads values from the bytes of FORMAT.md, section 1, and throws at the first fault. A strict one refuses every second
 * encoding of a value, as a corpus is read; otherwise keys may come in any order, and NaN and text are not looked at.
 */
export class Reader {
  /** @param {Buffer} bytes */
  constructor(bytes, strict) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.at = 0;
    this.strict = strict;
    this.depth = 0;
  }

  /** Begins a message that can hold itself. */
  enter() {
    this.depth++;
    if (this.depth > DEEPEST) {
      throw new Error(`messages lie more than ${DEEPEST} deep in one another`);
    }
  }

  leave() {
    this.depth--;
  }

  /** Refuses bytes that nothing has read. */
  end() {
    if (this.at !== this.bytes.length) {
      throw new Error(`${this.bytes.length - this.at} bytes are left over`);
    }
  }

  /** Passes bytes and gives the place where they begin. */
  skip(count) {
    const at = this.at;
    if (count > this.bytes.length - at) {
      throw new Error(`${count} bytes are wanted and ${this.bytes.length - at} are there`);
    }
    this.at = at + count;
    return at;
  }

  bool() {
    return this.#zeroOrOne("a bool");
  }

  /** Whether a field with presence is there. */
  present() {
    return this.#zeroOrOne("a presence byte");
  }

  int32() {
    return this.view.getInt32(this.skip(4), true);
  }

  uint32() {
    return this.view.getUint32(this.skip(4), true);
  }

  int64() {
    return this.view.getBigInt64(this.skip(8), true);
  }

  uint64() {
    return this.view.getBigUint64(this.skip(8), true);
  }

  /** A signed integer that a number holds. */
  int53() {
    const at = this.skip(8);
    return this.#safe(this.view.getInt32(at + 4, true), this.view.getUint32(at, true));
  }

  /** An unsigned one. */
  uint53() {
    const at = this.skip(8);
    return this.#safe(this.view.getUint32(at + 4, true), this.view.getUint32(at, true));
  }

  float() {
    const at = this.skip(4);
    const value = this.view.getFloat32(at, true);
    if (this.strict && Number.isNaN(value) && this.view.getUint32(at, true) !== NAN_32) {
      throw new Error("a NaN has not the canonical pattern");
    }
    return value;
  }

  double() {
    const at = this.skip(8);
    const value = this.view.getFloat64(at, true);
    if (this.strict && Number.isNaN(value) && this.view.getBigUint64(at, true) !== NAN_64) {
      throw new Error("a NaN has not the canonical pattern");
    }
    return value;
  }

  string() {
    const length = this.uint32();
    const at = this.skip(length);
    if (this.strict && !isUtf8(this.bytes.subarray(at, this.at))) {
      throw new Error("a string is not UTF-8");
    }
    if (length <= SHORT_BYTES) {
      let text = "";
      for (let i = at; i < this.at; i++) {
        const unit = this.bytes[i];
        if (unit > 0x7f) {
          return textIn(this.bytes, at, this.at);
        }
        text += String.fromCharCode(unit);
      }
      return text;
    }
    return textIn(this.bytes, at, this.at);
  }

  /** Adds a text to a touch; one that is ASCII is read where it lies, because its units are its bytes. */
  touchString(t) {
    const length = this.uint32();
    const at = this.skip(length);
    let sum = length;
    for (let i = at; i < at + length; i++) {
      const unit = this.bytes[i];
      if (unit > 0x7f) {
        t.string(textIn(this.bytes, at, at + length));
        return;
      }
      sum += unit;
    }
    t.integer(sum);
  }

  /** Adds a bytes value to a touch. */
  touchBytes(t) {
    const length = this.uint32();
    const at = this.skip(length);
    let sum = length;
    for (let i = at; i < at + length; i++) {
      sum += this.bytes[i];
    }
    t.integer(sum);
  }

  /** A bytes value in memory of its own. */
  bytesValue() {
    const length = this.uint32();
    const at = this.skip(length);
    // slice of a Buffer would share its memory.
    return Uint8Array.prototype.slice.call(this.bytes, at, at + length);
  }

  /** How many elements or entries follow; each takes a byte at least, or has no fields. */
  count(hasBytes) {
    const count = this.uint32();
    if (hasBytes && count > this.bytes.length - this.at) {
      throw new Error(`${count} elements are wanted and ${this.bytes.length - this.at} bytes are there`);
    }
    return count;
  }

  /** Refuses the number of an enum. */
  undeclared(number) {
    return new Error(`the enum declares no number ${number}`);
  }

  /** Refuses the position of a oneof. */
  beyond(position) {
    return new Error(`the position ${position} is beyond the oneof's last case`);
  }

  /** Refuses keys of a map that do not ascend, if this reader is strict. */
  ascending(ascends) {
    if (this.strict && !ascends) {
      throw new Error("the keys of a map do not ascend");
    }
  }

  #safe(high, low) {
    const value = high * HALF + low;
    if (!Number.isSafeInteger(value)) {
      throw new RangeError("an integer is beyond 2^53 − 1, up to which numbers are exact");
    }
    return value;
  }

  #zeroOrOne(what) {
    const value = this.bytes[this.skip(1)];
    if (value > 1) {
      throw new Error(`${what} is 0 or 1, not ${value}`);
    }
    return value === 1;
  }
}
