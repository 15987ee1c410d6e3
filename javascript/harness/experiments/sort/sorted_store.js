import { Located } from "./located.js";

const NUMBERS_AT_ONCE = 4096;

/** The store that a sort writes, with its index in memory, because entries come in any order. */
export class SortedStore {
  headerBytes = 0;
  bytes = 0;
  dataBytes = 0;
  #writer;
  #index;

  constructor(writer, objects) {
    this.#writer = writer;
    this.direct = writer.direct;
    // By the objects' numbers.
    this.#index = Located.ofLength(objects);
  }

  putHeader() {}

  write(block) {
    return this.#writer.write(block);
  }

  note(begin, _blockBytes, placed) {
    for (const { offset, bytes, number } of placed) {
      this.bytes += bytes;
      this.#index.set(number, begin + offset, bytes, number);
    }
  }

  complete() {
    for (let first = 0; first < this.#index.length; first += NUMBERS_AT_ONCE) {
      const part = this.#index.part(first, first + NUMBERS_AT_ONCE);
      this.#writer.note(part.numbers, part.extents());
    }
    this.dataBytes = this.#writer.finish();
  }

  sync() {
    this.#writer.sync();
  }
}
