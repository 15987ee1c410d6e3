import { Record } from "./record.js";

/** What is noted of a record that is held, in bytes: key, number, bytes, place, and its place in the order. */
export const ENTRY_BYTES = 28;

/**
 * The records that are held, in their order. The place of one is that of the message in memory, or of the object among
 * those of the run.
 */
export class Entries {
  #high;
  #low;
  #numbers;
  #sizes;
  #places;
  #order;
  count = 0;

  /** Has room for so many. */
  constructor(most) {
    this.#high = new Uint32Array(most);
    this.#low = new Uint32Array(most);
    this.#numbers = new Uint32Array(most);
    this.#sizes = new Uint32Array(most);
    this.#places = new Float64Array(most);
    this.#order = new Uint32Array(most);
  }

  add(number, size, place) {
    this.#numbers[this.count] = number;
    this.#sizes[this.count] = size;
    this.#places[this.count] = place;
    this.#order[this.count] = this.count;
    this.count++;
  }

  setKeys(first, keys) {
    this.#high.set(keys.high, first);
    this.#low.set(keys.low, first);
  }

  setPlace(entry, place) {
    this.#places[entry] = place;
  }

  clear() {
    this.count = 0;
  }

  /** The bytes of the message at a place of the order. */
  sizeAt(place) {
    return this.#sizes[this.#order[place]];
  }

  numberAt(place) {
    return this.#numbers[this.#order[place]];
  }

  placeAt(place) {
    return this.#places[this.#order[place]];
  }

  /** The record at a place of the order, whose message is in the memory where all of the run are. */
  recordAt(place, memory) {
    return this.#record(this.#order[place], memory);
  }

  #record(entry, memory) {
    const begin = this.#places[entry];
    return new Record(this.#numbers[entry], memory, begin, begin + this.#sizes[entry]);
  }

  /** Sorts by key, then number, and tells how many comparisons it took. */
  sort() {
    const [high, low, numbers] = [this.#high, this.#low, this.#numbers];
    let comparisons = 0;
    this.#order.subarray(0, this.count).sort((a, b) => {
      comparisons++;
      return high[a] - high[b] || low[a] - low[b] || numbers[a] - numbers[b];
    });
    return comparisons;
  }

  /** Does the same with keys that every comparison reads out of the messages. */
  sortLazily(memory, keyOf) {
    const numbers = this.#numbers;
    let comparisons = 0;
    this.#order.subarray(0, this.count).sort((a, b) => {
      comparisons++;
      const one = keyOf(this.#record(a, memory));
      const other = keyOf(this.#record(b, memory));
      return one.high - other.high || one.low - other.low || numbers[a] - numbers[b];
    });
    return comparisons;
  }
}
