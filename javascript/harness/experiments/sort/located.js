import { refuse } from "../../protocol/refusal.js";

const NUMBERS_AT_ONCE = 4096;
const MOST = 2 ** 32 - 1;

/** Where the records of objects lie, in 16 bytes each: their offset, bytes and number. */
export class Located {
  constructor(offsets, sizes, numbers) {
    this.offsets = offsets;
    this.sizes = sizes;
    this.numbers = numbers;
  }

  static ofLength(count) {
    return new Located(new Float64Array(count), new Uint32Array(count), new Uint32Array(count));
  }

  get length() {
    return this.numbers.length;
  }

  /** Some that follow each other, in the same memory. */
  part(begin, end) {
    return new Located(
      this.offsets.subarray(begin, end),
      this.sizes.subarray(begin, end),
      this.numbers.subarray(begin, end),
    );
  }

  set(place, offset, bytes, number) {
    this.offsets[place] = offset;
    this.sizes[place] = bytes;
    this.numbers[place] = number;
  }

  /** As a store has them, `{offset, bytes}`. */
  extents() {
    return Array.from(this.offsets, (offset, i) => ({ offset, bytes: this.sizes[i] }));
  }

  /** How many bytes their messages have. */
  bytes() {
    return this.sizes.reduce((sum, size) => sum + size, 0);
  }
}

/** All records of a store in the order in which they lie in the data file. */
export function inFileOrder(reader) {
  const { objects } = reader.identity;
  if (objects > MOST) {
    throw refuse(`${objects} objects are too many to sort.`);
  }
  const all = Located.ofLength(objects);
  for (let first = 0; first < objects; first += NUMBERS_AT_ONCE) {
    const count = Math.min(NUMBERS_AT_ONCE, objects - first);
    const numbers = Array.from({ length: count }, (_, i) => first + i);
    for (const [i, { offset, bytes }] of reader.locate(numbers).entries()) {
      if (bytes > MOST) {
        throw refuse(`The object ${numbers[i]} has ${bytes} bytes, which are too many to sort.`);
      }
      all.set(numbers[i], offset, bytes, numbers[i]);
    }
  }
  return byOffset(all);
}

function byOffset(all) {
  const { offsets } = all;
  const order = Uint32Array.from(all.numbers).sort((a, b) => offsets[a] - offsets[b] || a - b);
  const sorted = Located.ofLength(all.length);
  order.forEach((number, place) => sorted.set(place, offsets[number], all.sizes[number], number));
  return sorted;
}
