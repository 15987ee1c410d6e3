import { granuleOf, MOST_UNSYNCED_BYTES, RECORD_ALIGNMENT, roundUp } from "../store/file.js";
import { PageBuffer } from "../store/page_buffer.js";
import { OBJECTS_A_BLOCK } from "../store/share.js";
import { STEP } from "./tally.js";

/**
 * The block of records that is written next. Its memory is used for one target after the other. A target is a file of
 * records, a run or a store:
 *   headerBytes                  stand before each message
 *   putHeader(record, to, place)
 *   direct                       the file is written past the system's page cache
 *   write(block)                 writes a block behind the others and tells where it is
 *   note(begin, blockBytes, placed)   takes the last block, in which the messages lie at these places
 *   complete()                   writes all but the records, once those are written
 *   sync()
 */
export class Output {
  #tally;
  #page;
  #used = 0;
  #placed = [];
  #unsynced = 0;

  /** A block has at most so many bytes, or one record, and at most 256 records. */
  constructor(tally, mostBytes, direct) {
    this.#tally = tally;
    this.#page = new PageBuffer(mostBytes, direct);
    this.mostBytes = mostBytes;
  }

  /** Adds records to the block and writes it whenever it is full. */
  add(target, records) {
    for (let first = 0; first < records.length;) {
      const fitting = this.#fitting(target, records, first);
      if (fitting === 0) {
        this.#write(target);
        continue;
      }
      this.#tally.timed(STEP.copy, () => {
        for (let i = first; i < first + fitting; i++) {
          this.#place(target, records[i]);
        }
      });
      first += fitting;
    }
  }

  /** Completes the target and waits until all of it is on the disk. */
  finish(target) {
    if (this.#used > 0) {
      this.#write(target);
    }
    this.#unsynced = 0;
    target.complete();
    this.#tally.timed(STEP.fsync, () => target.sync());
  }

  /**
   * Counts the records that fit behind those of the block, with what is written behind them to fill a page: at least one
   * into a block that is empty.
   */
  #fitting(target, records, first) {
    const most = Math.min(records.length - first, OBJECTS_A_BLOCK - this.#placed.length);
    let end = this.#used;
    for (let i = 0; i < most; i++) {
      end += recordBytes(target, records[first + i]);
      const bytes = roundUp(end, granuleOf(target.direct));
      if (bytes > this.mostBytes) {
        if (i === 0 && this.#used === 0) {
          this.#page.require(bytes);
          return 1;
        }
        return i;
      }
    }
    return most;
  }

  #place(target, record) {
    const page = this.#page.bytes;
    const begin = this.#used + target.headerBytes;
    const next = this.#used + recordBytes(target, record);
    target.putHeader(record, page, this.#used);
    record.memory.copy(page, begin, record.begin, record.end);
    page.fill(0, begin + record.size, next);
    this.#placed.push({ offset: begin, bytes: record.size, number: record.number });
    this.#used = next;
  }

  #write(target) {
    const size = roundUp(this.#used, granuleOf(target.direct));
    const block = this.#page.bytes.subarray(0, size);
    block.fill(0, this.#used);
    this.#unsynced += size;
    this.#tally.writtenBytes += size;
    const begin = this.#tally.timed(STEP.write, () => {
      const at = target.write(block);
      if (!target.direct && this.#unsynced >= MOST_UNSYNCED_BYTES) {
        this.#unsynced = 0;
        target.sync();
      }
      return at;
    });
    target.note(begin, size, this.#placed);
    this.#placed = [];
    this.#used = 0;
  }
}

function recordBytes(target, { size }) {
  return roundUp(target.headerBytes + size, RECORD_ALIGNMENT);
}
