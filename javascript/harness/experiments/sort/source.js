import { PageBuffer } from "../store/page_buffer.js";
import { HOLDS_OBJECTS } from "./contract.js";
import { Record } from "./record.js";
import { recordsOf } from "./run_file.js";
import { STEP } from "./tally.js";

/** A run as a merge reads it: some of its blocks in memory, with their keys and objects. */
export class Source {
  #worker;
  #run;
  #memory;
  #nextBlock = 0;
  #nextOffset = 0;
  // Of the records in memory.
  #count = 0;
  #begins = new Float64Array(0);
  #sizes = new Uint32Array(0);
  numbers = new Uint32Array(0);
  keys = null;
  objects = null;
  at = 0;

  /** Reads up to so many bytes at once. */
  constructor(worker, run, blockBytes) {
    this.#worker = worker;
    this.#run = run;
    this.#memory = new PageBuffer(Math.min(blockBytes, run.bytes), run.direct).bytes;
  }

  /** Reads as many of the next blocks as there is memory for, in place of those that are used up. */
  refill() {
    this.#release();
    const blocks = this.#nextBlocks();
    const bytes = blocks.reduce((sum, block) => sum + block.bytes, 0);
    const { tally } = this.#worker;
    tally.readBytes += bytes;
    const records = tally.timed(STEP.read, () => {
      this.#run.file.readAll(this.#memory.subarray(0, bytes), this.#nextOffset);
      let place = 0;
      return blocks.flatMap((block) => {
        const found = recordsOf(block.records, this.#memory, place);
        place += block.bytes;
        return found;
      });
    });
    this.#nextOffset += bytes;
    this.#nextBlock += blocks.length;
    this.#open(records);
  }

  #nextBlocks() {
    const { blocks } = this.#run;
    let end = this.#nextBlock;
    let bytes = 0;
    while (end < blocks.length && bytes + blocks[end].bytes <= this.#memory.length) {
      bytes += blocks[end].bytes;
      end++;
    }
    return blocks.slice(this.#nextBlock, end);
  }

  #open(records) {
    this.objects = this.#worker.asked.contract === HOLDS_OBJECTS ? this.#worker.decode(records) : null;
    this.keys = this.#worker.readKeys(records, this.objects);
    this.#count = records.length;
    this.#begins = Float64Array.from(records, ({ begin }) => begin);
    this.#sizes = Uint32Array.from(records, ({ size }) => size);
    this.numbers = Uint32Array.from(records, ({ number }) => number);
  }

  /** Drops the objects, for which there is no use any more. */
  #release() {
    if (this.objects !== null) {
      this.#worker.tally.timed(STEP.free, () => {
        this.objects = null;
      });
    }
    this.#count = 0;
    this.at = 0;
  }

  /** One of the records in memory. */
  record(at) {
    const begin = this.#begins[at];
    return new Record(this.numbers[at], this.#memory, begin, begin + this.#sizes[at]);
  }

  /** Whether all records have been taken. */
  get isEnded() {
    return this.at === this.#count && this.#nextBlock === this.#run.blocks.length;
  }

  /** Whether the next record has to be read first. */
  get isUsedUp() {
    return this.at === this.#count && this.#nextBlock < this.#run.blocks.length;
  }
}
