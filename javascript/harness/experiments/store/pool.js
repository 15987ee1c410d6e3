import { CORPUS, NUMBERS, openContainer } from "../../protocol/container.js";
import { refuse } from "../../protocol/refusal.js";
import { digestOfDigests } from "../../values/digest.js";
import { xxh64 } from "../../values/xxh64.js";
import { BYTES_A_BLOCK } from "./share.js";

const PLACE_BYTES = 4;

/**
 * A corpus in its bytes, from which any number of objects is made. Object i is that of i modulo the corpus's number;
 * where the corpus comes with the places of the objects' numbers (FORMAT.md, section 6), the low 32 bits there are i,
 * so that no two objects are equal.
 */
export class Pool {
  #entries = [];
  #places = null;
  #scratch = Buffer.alloc(0);

  /** Reads a corpus; without `numbers`, the file of places, objects repeat. */
  constructor(corpus, numbers) {
    this.bytes = 0;
    const digests = [];
    for (const [index, entry] of entriesOf(corpus, CORPUS)) {
      if (entry === null) {
        throw refuse(`The file ${corpus} lacks the object ${index}.`);
      }
      digests.push(xxh64(entry));
      this.#entries.push(entry);
      this.bytes += entry.length;
    }
    if (digests.length === 0) {
      throw refuse("The corpus holds no objects, so there is nothing to store.");
    }
    /** A BigInt. */
    this.digest = digestOfDigests(digests);
    if (numbers !== null) {
      this.#places = this.#readPlaces(numbers);
    }
  }

  #readPlaces(path) {
    const foreign = () => refuse(`The file ${path} does not belong to the corpus.`);
    const places = [];
    for (const [index, entry] of entriesOf(path, NUMBERS)) {
      const object = this.#entries[index];
      if (object === undefined || entry === null || entry.length !== PLACE_BYTES) {
        throw foreign();
      }
      const place = entry.readUInt32LE(0);
      if (place + PLACE_BYTES > object.length) {
        throw foreign();
      }
      places.push(place);
    }
    if (places.length !== this.objects) {
      throw foreign();
    }
    return places;
  }

  /** How many the corpus has. */
  get objects() {
    return this.#entries.length;
  }

  /** How many objects of the pool make a block. */
  blockObjects(most) {
    const meanBytes = Math.floor(this.bytes / this.objects) + 1;
    return Math.max(1, Math.min(most, Math.floor(BYTES_A_BLOCK / meanBytes)));
  }

  /** The bytes of an object, as FORMAT.md, section 1, has them; valid until the next call. */
  bytesOf(object) {
    const index = object % this.objects;
    const entry = this.#entries[index];
    if (this.#places === null) {
      return entry;
    }
    if (this.#scratch.length < entry.length) {
      this.#scratch = Buffer.allocUnsafeSlow(2 * entry.length);
    }
    entry.copy(this.#scratch);
    this.#scratch.writeUInt32LE(object % 2 ** 32, this.#places[index]);
    return this.#scratch.subarray(0, entry.length);
  }

  /** A fresh object, as an application holds those that it is about to write. */
  make(form, object) {
    try {
      return form.read(this.bytesOf(object));
    } catch (fault) {
      throw refuse(`The corpus is not of this runner's schema: ${fault.message}`);
    }
  }
}

function* entriesOf(path, magic) {
  const file = openContainer(path, magic);
  try {
    for (let index = 0; index < file.count; index++) {
      yield [index, file.next()];
    }
    file.finish();
  } finally {
    file.close();
  }
}
