import { refuse } from "../../protocol/refusal.js";
import { granuleOf, numberAt, openToRead } from "./file.js";
import { CHECKSUM_BYTES, DATA_MAGIC, ENTRY_BYTES, readHeader, TRAILER_BYTES } from "./index.js";

/** Reads a store that has been written in full. */
export class Reader {
  #data;
  #index;
  #header;

  /** Refuses two files that do not belong together or are not whole. */
  constructor(data, index, direct) {
    this.#data = openToRead(data, direct);
    this.#index = openToRead(index, false);
    this.#header = readHeader(this.#index);
    const checksum = proveIndex(this.#index, this.#header);
    proveData(data, this.#header, checksum);
    this.identity = this.#header.identity;
    this.granule = granuleOf(direct);
  }

  /** Where these objects lie, as `{offset, bytes}`; refuses one that the store does not have. */
  locate(objects) {
    const extents = [];
    for (let first = 0; first < objects.length;) {
      // Entries that lie side by side are read at once.
      const count = adjacent(objects, first);
      const last = objects[first + count - 1];
      if (last >= this.identity.objects) {
        throw refuse(`The store has no object ${last}; it has ${this.identity.objects}.`);
      }
      const entries = Buffer.allocUnsafe(ENTRY_BYTES * count);
      this.#index.readAll(entries, this.#header.bytes + ENTRY_BYTES * objects[first]);
      for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
        extents.push(this.#extent(numberAt(entries, at), numberAt(entries, at + 8)));
      }
      first += count;
    }
    return extents;
  }

  #extent(offset, bytes) {
    if (offset + bytes > this.#header.dataBytes) {
      throw this.#data.refuse("ends too early");
    }
    return { offset, bytes };
  }

  /** Fetches what was planned. */
  read(plan, buffer) {
    for (const { offset, bytes, needed, place } of plan.windows) {
      this.#data.readSome(buffer.subarray(place, place + bytes), offset, needed);
    }
  }
}

/** Counts the numbers from a place on that follow each other. */
export function adjacent(numbers, first) {
  let end = first + 1;
  while (end < numbers.length && numbers[end] === numbers[end - 1] + 1) {
    end++;
  }
  return end - first;
}

/** Gives the bytes of the index's checksum. */
function proveIndex(index, header) {
  const told = Buffer.alloc(CHECKSUM_BYTES);
  index.readAll(told, header.end);
  if (told.readBigUInt64LE(0) !== index.checksum(header.end)) {
    throw index.refuse("does not have the checksum that it tells");
  }
  return told;
}

/** Reads through the page cache, for no page holds the last bytes in full. */
function proveData(path, header, checksum) {
  const whole = openToRead(path, false);
  try {
    if (whole.size() !== header.dataBytes + TRAILER_BYTES) {
      throw whole.refuse("does not have the size that its index tells");
    }
    const trailer = Buffer.alloc(TRAILER_BYTES);
    whole.readAll(trailer, header.dataBytes);
    if (!trailer.equals(Buffer.concat([DATA_MAGIC, checksum]))) {
      throw whole.refuse("belongs to another index");
    }
  } finally {
    whole.close();
  }
}
