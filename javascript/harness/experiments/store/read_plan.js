import { roundUp } from "./file.js";

/** The reads that fetch a block of records, and where each record then lies in the buffer. */
export class ReadPlan {
  #granule;

  /** Every read begins and ends at a multiple of the granule. */
  constructor(granule) {
    this.#granule = granule;
    this.windows = [];
    this.places = [];
    this.bufferBytes = 0;
  }

  /** Plans for the records of these extents, `{offset, bytes}`. */
  make(extents) {
    this.windows = [];
    this.places = [];
    this.bufferBytes = 0;
    for (const extent of extents) {
      const last = this.#windowOf(extent);
      this.places.push(last.place + extent.offset - last.offset);
      this.bufferBytes = last.place + last.bytes;
    }
  }

  /** Extends the last window by the record, or adds one; the last record of a window ends after `needed` bytes. */
  #windowOf({ offset, bytes }) {
    const recordEnd = offset + bytes;
    const begin = offset - (offset % this.#granule);
    const end = roundUp(recordEnd, this.#granule);
    const last = this.windows.at(-1);
    if (last !== undefined && begin >= last.offset && begin <= last.offset + last.bytes) {
      last.bytes = Math.max(last.bytes, end - last.offset);
      last.needed = Math.max(last.needed, recordEnd - last.offset);
      return last;
    }
    const added = { offset: begin, bytes: end - begin, needed: recordEnd - begin, place: this.bufferBytes };
    this.windows.push(added);
    return added;
  }
}
