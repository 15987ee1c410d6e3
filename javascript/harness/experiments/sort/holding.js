import { PageBuffer } from "../store/page_buffer.js";
import { ReadPlan } from "../store/read_plan.js";
import { firstBlock } from "./budget.js";
import { HOLDS_OBJECTS, LAZY } from "./contract.js";
import { Entries } from "./entries.js";
import { Record } from "./record.js";
import { STEP } from "./tally.js";

/**
 * Divides records into runs that fit the memory: `{records, memoryBytes}`, where the memory is what the messages take as
 * they are read, or where objects are held the largest block of them.
 */
export function planRuns({ budget, reader, contract }, all) {
  const runs = [];
  const plan = new ReadPlan(reader.granule);
  let first = 0;
  let held = 0;
  let memoryBytes = 0;
  for (let at = 0; at < all.length;) {
    const end = at + firstBlock(all.part(at, all.length), budget.inputBlockBytes);
    const block = all.part(at, end);
    plan.make(block.extents());
    const cost = budget.heldBytes(block, plan.bufferBytes);
    if (cost > budget.memoryBytes) {
      throw budget.tooSmall();
    }
    if (held + cost > budget.memoryBytes) {
      runs.push({ records: all.part(first, at), memoryBytes });
      [first, held, memoryBytes] = [at, 0, 0];
    }
    at = end;
    held += cost;
    memoryBytes = contract === HOLDS_OBJECTS ? Math.max(memoryBytes, plan.bufferBytes) : memoryBytes + plan.bufferBytes;
  }
  if (first < all.length) {
    runs.push({ records: all.part(first, all.length), memoryBytes });
  }
  return runs;
}

/**
 * The records that are held in memory until they are a run: their messages as they were read, or their objects. The
 * memory is used again for the next run.
 */
export class Holding {
  #worker;
  #memory;
  #used = 0;
  #objects = [];
  #plan;

  /** Has room for any of these runs. */
  constructor(worker, runs) {
    const { direct, reader } = worker.asked;
    this.#worker = worker;
    this.#plan = new ReadPlan(reader.granule);
    this.#memory = new PageBuffer(Math.max(0, ...runs.map(({ memoryBytes }) => memoryBytes)), direct).bytes;
    this.entries = new Entries(Math.max(0, ...runs.map(({ records }) => records.length)));
  }

  get #holdsObjects() {
    return this.#worker.asked.contract === HOLDS_OBJECTS;
  }

  /** Reads the records of a run. */
  fill(run) {
    for (let at = 0; at < run.length;) {
      const end = at + firstBlock(run.part(at, run.length), this.#worker.asked.budget.inputBlockBytes);
      this.#take(run.part(at, end));
      at = end;
    }
  }

  /** Reads a block of records and their keys, and decodes it where objects are held. */
  #take(block) {
    const first = this.entries.count;
    const records = this.#read(block);
    const objects = this.#holdsObjects ? this.#worker.decode(records) : null;
    this.entries.setKeys(first, this.#worker.readKeys(records, objects));
    if (objects !== null) {
      for (const [i, object] of objects.entries()) {
        this.entries.setPlace(first + i, this.#objects.length);
        this.#objects.push(object);
      }
      this.#used = 0;
    }
  }

  /** Puts a block's messages behind those that are there, and gives its records. */
  #read(block) {
    const { tally, asked } = this.#worker;
    this.#plan.make(block.extents());
    const { bufferBytes, places } = this.#plan;
    const to = this.#memory.subarray(this.#used, this.#used + bufferBytes);
    tally.readBytes += bufferBytes;
    const records = [];
    tally.timed(STEP.read, () => {
      asked.reader.read(this.#plan, to);
      for (let i = 0; i < places.length; i++) {
        const [number, size, begin] = [block.numbers[i], block.sizes[i], this.#used + places[i]];
        this.entries.add(number, size, begin);
        records.push(new Record(number, this.#memory, begin, begin + size));
      }
    });
    this.#used += bufferBytes;
    return records;
  }

  /** Brings what is held into its order. */
  sort() {
    const { tally, asked } = this.#worker;
    const keyOf = (record) => this.#worker.lazyKey(record);
    tally.comparisons += tally.timed(STEP.order, () =>
      asked.contract === LAZY ? this.entries.sortLazily(this.#memory, keyOf) : this.entries.sort(),
    );
  }

  /** Forgets what is held. */
  release() {
    this.#worker.tally.timed(STEP.free, () => {
      this.#objects = [];
      this.entries.clear();
      this.#used = 0;
    });
  }

  /** The records of a part of the order, with their objects encoded. */
  passOn(begin, end) {
    const { entries } = this;
    const places = Array.from({ length: end - begin }, (_, i) => begin + i);
    if (!this.#holdsObjects) {
      return places.map((place) => entries.recordAt(place, this.#memory));
    }
    const objects = places.map((place) => this.#objects[entries.placeAt(place)]);
    return this.#worker.encode(
      objects,
      places.map((place) => entries.numberAt(place)),
    );
  }
}
