import { Staged } from "../store/staged.js";
import { numbered } from "../store/telling.js";
import { blockRecords } from "./budget.js";
import { HOLDS_OBJECTS, KEPT_BY_ACCESS, KEPT_BY_DECODING, RAW } from "./contract.js";
import { Keys } from "./keys.js";
import { Record } from "./record.js";
import { STEP, Tally } from "./tally.js";

/** What a sort works with: the codec, and what it has done. */
export class Worker {
  #staged = new Staged();

  /** `asked` has the `reader`, `contract`, `keys`, `budget`, `scratch`, `direct` and `warmupNs`. */
  constructor(asked, codec) {
    this.asked = asked;
    this.codec = codec;
    this.tally = new Tally();
  }

  /** Leaves no memory in use where messages lie that nobody needs any more. */
  forget() {
    this.#staged = new Staged();
  }

  /** Decodes a block into objects that the caller frees. */
  decode(records) {
    const { codec } = this;
    const objects = [];
    this.tally.decodes += records.length;
    return this.tally.timed(STEP.decode, () => {
      try {
        for (let i = 0; i < records.length; i++) {
          objects.push(codec.decode(records[i].message));
        }
      } catch (fault) {
        throw numbered(records[objects.length].number, fault);
      }
      return objects;
    });
  }

  /** The keys of a block; objects are those that are held. With the contract lazy all are 0. */
  readKeys(records, objects) {
    const { contract, keys } = this.asked;
    switch (contract) {
      case HOLDS_OBJECTS:
        return this.#keysOf(objects.length, (i) => keys.of(objects[i]));
      case KEPT_BY_ACCESS:
        this.tally.accesses += records.length;
        return this.#keysOf(records.length, (i) => this.#access(records[i]));
      case KEPT_BY_DECODING:
        return this.#decodeForKeys(records);
      case RAW:
        return this.#keysOf(records.length, (i) => keys.listedOf(records[i].number));
      default:
        return new Keys(records.length);
    }
  }

  #keysOf(count, keyOf) {
    return this.tally.timed(STEP.key, () => {
      const found = new Keys(count);
      for (let i = 0; i < count; i++) {
        found.set(i, keyOf(i));
      }
      return found;
    });
  }

  #access(record) {
    try {
      return this.asked.keys.cut(this.codec.accessOne(record.message));
    } catch (fault) {
      throw numbered(record.number, fault);
    }
  }

  /** Reads the key of a comparison. */
  lazyKey(record) {
    this.tally.accesses++;
    return this.#access(record);
  }

  /** Decodes few at once, because a merge's blocks can be large, and their objects are not part of its memory. */
  #decodeForKeys(records) {
    const { budget, keys } = this.asked;
    const found = new Keys(records.length);
    for (let first = 0; first < records.length;) {
      const rest = records.length - first;
      const count = blockRecords(rest, budget.decodedBlockBytes, (i) => records[first + i].size);
      let objects = this.decode(records.slice(first, first + count));
      this.tally.timed(STEP.key, () => {
        for (let i = 0; i < count; i++) {
          found.set(first + i, keys.of(objects[i]));
        }
      });
      this.tally.timed(STEP.free, () => {
        objects = null;
      });
      first += count;
    }
    return found;
  }

  /** Encodes objects, whose numbers come with them; gives their records, which are valid until the next call. */
  encode(objects, numbers) {
    const { codec } = this;
    const staged = this.#staged;
    staged.clear();
    this.tally.timed(STEP.encode, () => {
      try {
        for (let i = 0; i < objects.length; i++) {
          staged.add(codec.encode(objects[i]));
        }
      } catch (fault) {
        throw numbered(numbers[staged.count], fault);
      }
    });
    return numbers.map((number, i) => new Record(number, staged.message(i), 0, staged.sizeOf(i)));
  }
}
