// What an access operation reads (FORMAT.md, section 5).
export const ONE = 0;
export const TENTH = 1;
export const ALL = 2;
export const PLAN_NAMES = ["one", "tenth", "all"];

const NAN_32 = 0x7fc00000;
const NAN_64_HIGH = 0x7ff80000;

// One word of 64 bits, seen as each type.
const memory = new ArrayBuffer(8);
const asInt64 = new BigInt64Array(memory);
const asDouble = new Float64Array(memory);
const asFloat = new Float32Array(memory);
const asInt32 = new Int32Array(memory);
const LOW = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

/**
 * The fold of one message (FORMAT.md, section 4): what has been folded, and the field whose values are being added.
 * Numbers of 64 bits are two halves, because a BigInt for each would cost more than what is measured.
 */
export class Touch {
  constructor() {
    this.lowHalf = 0;
    this.highHalf = 0;
    this.fieldLow = 0;
    this.fieldHigh = 0;
  }

  /** The lower half of what has been folded. */
  get low() {
    return this.lowHalf >>> 0;
  }

  /** The upper half of what has been folded. */
  get high() {
    return this.highHalf >>> 0;
  }

  /** What has been folded. */
  bits() {
    return (BigInt(this.high) << 32n) | BigInt(this.low);
  }

  bool(value) {
    this.#add(value ? 1 : 0, 0);
  }

  int32(value) {
    this.#add(value, value >> 31);
  }

  uint32(value) {
    this.#add(value | 0, 0);
  }

  int64(value) {
    asInt64[0] = value;
    this.#add(asInt32[LOW], asInt32[HIGH]);
  }

  uint64(value) {
    this.int64(value);
  }

  int53(value) {
    this.integer(value);
  }

  uint53(value) {
    this.integer(value);
  }

  /** An integer that a number holds exactly. */
  integer(value) {
    this.#add(value | 0, Math.floor(value / 0x100000000) | 0);
  }

  float(value) {
    asFloat[0] = value;
    this.#add(Number.isNaN(value) ? NAN_32 : asInt32[0], 0);
  }

  double(value) {
    if (Number.isNaN(value)) {
      this.#add(0, NAN_64_HIGH);
      return;
    }
    asDouble[0] = value;
    this.#add(asInt32[LOW], asInt32[HIGH]);
  }

  /** A text, whose unit is one of UTF-16. */
  string(value) {
    let sum = value.length;
    for (let i = 0; i < value.length; i++) {
      sum += value.charCodeAt(i);
    }
    this.integer(sum);
  }

  bytes(value) {
    let sum = value.length;
    for (let i = 0; i < value.length; i++) {
      sum += value[i];
    }
    this.integer(sum);
  }

  /** The fold of a message inside. */
  message(other) {
    this.#add(other.lowHalf, other.highHalf);
  }

  /** A value of a map, which another one has read as its field. */
  value(other) {
    const [low, high] = [other.fieldLow, other.fieldHigh];
    this.#add((low << 7) | (high >>> 25), (high << 7) | (low >>> 25));
  }

  /** Ends a field. */
  fold() {
    const [low, high] = [this.lowHalf, this.highHalf];
    const sum = (((low << 5) | (high >>> 27)) >>> 0) + (this.fieldLow >>> 0);
    this.lowHalf = sum | 0;
    this.highHalf = (((high << 5) | (low >>> 27)) + this.fieldHigh + (sum > 0xffffffff ? 1 : 0)) | 0;
    this.fieldLow = 0;
    this.fieldHigh = 0;
  }

  #add(low, high) {
    const sum = (this.fieldLow >>> 0) + (low >>> 0);
    this.fieldLow = sum | 0;
    this.fieldHigh = (this.fieldHigh + high + (sum > 0xffffffff ? 1 : 0)) | 0;
  }
}
