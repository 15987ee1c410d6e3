import { createFile, granuleOf, openToWrite, putNumber } from "./file.js";
import { CHECKSUM_BYTES, DATA_MAGIC, ENTRY_BYTES, headerOf } from "./index.js";
import { adjacent } from "./reader.js";

/** Writes the two files of a store. */
export class Writer {
  #identity;
  #dataPath;
  #data;
  #index;
  #headerBytes;
  #dataBytes = 0;

  /** Empties both files; `direct` leaves the system's page cache out. */
  constructor(data, index, identity, direct) {
    this.#identity = identity;
    this.#dataPath = data;
    this.#data = createFile(data, direct);
    this.#index = createFile(index, false);
    this.#headerBytes = headerOf(identity, 0).length;
    this.direct = direct;
    /** What divides where blocks begin and end. */
    this.granule = granuleOf(direct);
  }

  /** Writes a block, whose bytes are a multiple of the granule, behind the others and tells where it is. */
  write(block) {
    const begin = this.#dataBytes;
    this.#dataBytes += block.length;
    this.#data.writeAt(block, begin);
    return begin;
  }

  /** Notes that the objects of these numbers lie at these extents, `{offset, bytes}`. */
  note(numbers, extents) {
    for (let first = 0; first < numbers.length;) {
      // Entries that lie side by side are written at once.
      const count = adjacent(numbers, first);
      const entries = Buffer.allocUnsafe(ENTRY_BYTES * count);
      for (let i = 0; i < count; i++) {
        putNumber(entries, ENTRY_BYTES * i, extents[first + i].offset);
        putNumber(entries, ENTRY_BYTES * i + 8, extents[first + i].bytes);
      }
      this.#index.writeAt(entries, this.#headerBytes + ENTRY_BYTES * numbers[first]);
      first += count;
    }
  }

  /** Completes both files once all blocks are written, and tells how many bytes of data there are. */
  finish() {
    this.#index.writeAt(headerOf(this.#identity, this.#dataBytes), 0);
    const end = this.#headerBytes + ENTRY_BYTES * this.#identity.objects;
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeBigUInt64LE(this.#index.checksum(end));
    this.#index.writeAt(checksum, end);
    // No page holds the trailer in full, so it is not written directly.
    const endOfData = openToWrite(this.#dataPath);
    try {
      endOfData.writeAt(Buffer.concat([DATA_MAGIC, checksum]), this.#dataBytes);
    } finally {
      endOfData.close();
    }
    return this.#dataBytes;
  }

  /** Waits until the data is on the disk. */
  sync() {
    this.#data.sync();
  }
}
