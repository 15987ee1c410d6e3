import { numberAt, openToRead } from "./file.js";

const NUMBER_BYTES = 8;
const NUMBERS_AT_ONCE = 8192;

/** A file of numbers, 8 bytes each. */
export class NumberList {
  #file;

  constructor(path) {
    this.#file = openToRead(path, false);
  }

  /** So many numbers from a place on. */
  at(first, count) {
    const bytes = this.#bytesAt(first, count);
    return Array.from({ length: count }, (_, i) => numberAt(bytes, NUMBER_BYTES * i));
  }

  /** The bytes of all numbers of a list, which has to be of so many keys. */
  keys(count) {
    if (this.#file.size() !== NUMBER_BYTES * count) {
      throw this.#file.refuse(`does not hold a key of 8 bytes for each of ${count} objects`);
    }
    return this.#bytesAt(0, count);
  }

  /** Refuses a list that is not an order of the numbers below `count`. */
  requireOrder(count) {
    const refusal = this.#file.refuse(`does not hold each number below ${count} once`);
    if (this.#file.size() !== NUMBER_BYTES * count) {
      throw refusal;
    }
    const there = new Uint8Array(count);
    for (let first = 0; first < count; first += NUMBERS_AT_ONCE) {
      for (const number of this.at(first, Math.min(NUMBERS_AT_ONCE, count - first))) {
        if (number >= count || there[number]) {
          throw refusal;
        }
        there[number] = 1;
      }
    }
  }

  #bytesAt(first, count) {
    const bytes = Buffer.allocUnsafeSlow(NUMBER_BYTES * count);
    this.#file.readAll(bytes, NUMBER_BYTES * first);
    return bytes;
  }
}

/** The numbers of these places: those of the list, or without one those of the places. */
export function numbersAt(list, first, count) {
  return list === null ? Array.from({ length: count }, (_, i) => first + i) : list.at(first, count);
}

/** The list of a request, or null where it names none. */
export function optionalList(path) {
  return path === null ? null : new NumberList(path);
}
