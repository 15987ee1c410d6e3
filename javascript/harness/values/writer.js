import { compareTexts, newBytes, writeText } from "./bytes.js";

const FIRST_BYTES = 1 << 12;
const NAN_32 = 0x7fc00000;
const NAN_64 = 0x7ff8000000000000n;
const HALF = 2 ** 32;
// Shorter texts are written here, because a call of Node's own encoder costs more than their units.
const SHORT_UNITS = 24;
// Of UTF-8 for a unit of UTF-16, at most.
const BYTES_A_UNIT = 3;

/** Writes the bytes of FORMAT.md, section 1, into memory that is used again. A canonical one sorts keys and has one NaN. */
export class Writer {
  constructor(canonical = true) {
    this.canonical = canonical;
    this.at = 0;
    this.#take(newBytes(FIRST_BYTES));
  }

  /** Begins anew. */
  clear() {
    this.at = 0;
    return this;
  }

  /** What was written, valid until the next write. */
  written() {
    return this.bytes.subarray(0, this.at);
  }

  bool(value) {
    this.#room(1);
    this.bytes[this.at++] = value ? 1 : 0;
  }

  int32(value) {
    this.#room(4);
    this.view.setInt32(this.at, value, true);
    this.at += 4;
  }

  uint32(value) {
    this.#room(4);
    this.view.setUint32(this.at, value, true);
    this.at += 4;
  }

  int64(value) {
    this.#room(8);
    this.view.setBigInt64(this.at, value, true);
    this.at += 8;
  }

  uint64(value) {
    this.#room(8);
    this.view.setBigUint64(this.at, value, true);
    this.at += 8;
  }

  /** A signed or an unsigned integer that a number holds. */
  int53(value) {
    // What is none would be written as another one, so digests would not tell it from that.
    if (this.canonical && !Number.isSafeInteger(value)) {
      throw new RangeError(`${value} is no integer that a number holds exactly`);
    }
    this.#room(8);
    this.view.setUint32(this.at, value >>> 0, true);
    this.view.setInt32(this.at + 4, Math.floor(value / HALF), true);
    this.at += 8;
  }

  uint53(value) {
    this.int53(value);
  }

  float(value) {
    if (this.canonical && Number.isNaN(value)) {
      this.uint32(NAN_32);
      return;
    }
    this.#room(4);
    this.view.setFloat32(this.at, value, true);
    this.at += 4;
  }

  double(value) {
    if (this.canonical && Number.isNaN(value)) {
      this.uint64(NAN_64);
      return;
    }
    this.#room(8);
    this.view.setFloat64(this.at, value, true);
    this.at += 8;
  }

  string(value) {
    const units = value.length;
    this.#room(4 + BYTES_A_UNIT * units);
    const begin = this.at + 4;
    let end = begin;
    if (units <= SHORT_UNITS) {
      for (let i = 0; i < units; i++) {
        const unit = value.charCodeAt(i);
        if (unit > 0x7f) {
          end = begin + writeText(this.bytes, value, begin);
          break;
        }
        this.bytes[end++] = unit;
      }
    } else {
      end += writeText(this.bytes, value, begin);
    }
    this.view.setUint32(this.at, end - begin, true);
    this.at = end;
  }

  bytesValue(value) {
    this.uint32(value.length);
    this.raw(value);
  }

  /** Bytes as they are. */
  raw(value) {
    this.#room(value.length);
    this.bytes.set(value, this.at);
    this.at += value.length;
  }

  /** The entries of a map in the order in which they are written. */
  entries(map) {
    return this.canonical ? [...map].sort(byKey) : map;
  }

  #room(size) {
    if (this.at + size > this.bytes.length) {
      const larger = newBytes(2 * (this.at + size));
      larger.set(this.written());
      this.#take(larger);
    }
  }

  #take(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }
}

function byKey([first], [second]) {
  return compareKeys(first, second);
}

/** Negative where the first key comes first: numbers by value, texts by their UTF-8. */
export function compareKeys(first, second) {
  if (typeof first === "string") {
    return compareTexts(first, second);
  }
  return first < second ? -1 : Number(first > second);
}
