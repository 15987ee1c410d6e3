import { startProcess } from "../../timing/clock.js";
import { Writer as ValueWriter } from "../../values/writer.js";
import { MOST_UNSYNCED_BYTES, RECORD_ALIGNMENT, roundUp } from "./file.js";
import { numbersAt } from "./number_list.js";
import { PageBuffer } from "./page_buffer.js";
import { OBJECTS_A_BLOCK, PHASE, Share } from "./share.js";
import { Staged } from "./staged.js";

/** Writes objects to a store, block by block. */
export class Writing {
  #asked;
  #codec;
  #staged = new Staged();
  #extents = [];
  #page;
  #pageBytes = 0;
  #unsynced = 0;
  #value = new ValueWriter();

  /**
   * `asked` has the `pool`, the `form` of objects, the `writer`, the `order` of numbers or null, and `raw` where the
   * objects' own bytes are written, which a floor does.
   */
  constructor(asked, codec) {
    this.#asked = asked;
    this.#codec = codec;
    this.#page = new PageBuffer(0, asked.writer.direct);
    this.share = new Share();
  }

  /** Repeats all but writing with the first objects of the pool. */
  warmUp(warmupNs) {
    const numbers = numbersAt(null, 0, this.#asked.pool.blockObjects(OBJECTS_A_BLOCK));
    const watch = startProcess();
    while (watch.wallNs() < warmupNs) {
      this.#prepare(numbers);
    }
    this.share = new Share();
  }

  /** Writes so many objects. */
  run(objects) {
    const { pool, order } = this.#asked;
    const most = pool.blockObjects(OBJECTS_A_BLOCK);
    for (let first = 0; first < objects; first += most) {
      const numbers = numbersAt(order, first, Math.min(most, objects - first));
      this.#prepare(numbers);
      this.#write(numbers);
    }
  }

  #write(numbers) {
    const { writer } = this.#asked;
    const { phases } = this.share;
    const block = this.#page.bytes.subarray(0, this.#pageBytes);
    let begin;
    phases.timed(PHASE.write, () => {
      begin = writer.write(block);
    });
    this.#unsynced += block.length;
    if (!writer.direct && this.#unsynced >= MOST_UNSYNCED_BYTES) {
      phases.timed(PHASE.write, () => writer.sync());
      this.#unsynced = 0;
    }
    const extents = this.#extents.map(({ offset, bytes }) => ({ offset: begin + offset, bytes }));
    writer.note(numbers, extents);
  }

  /** Does all of a block but its writing. */
  #prepare(numbers) {
    const { pool, form, raw } = this.#asked;
    const objects = numbers.map((number) => pool.make(form, number));
    this.#staged.clear();
    if (raw) {
      this.#stageValues(objects);
    } else {
      this.share.phases.timed(PHASE.encode, () => this.#encode(objects));
    }
    this.#place();
    this.share.phases.timed(PHASE.copy, () => this.#copy());
  }

  #stageValues(objects) {
    for (const object of objects) {
      this.#value.clear();
      this.#asked.form.write(object, this.#value);
      this.#staged.add(this.#value.written());
    }
  }

  #encode(objects) {
    const codec = this.#codec;
    for (let i = 0; i < objects.length; i++) {
      this.#staged.add(codec.encode(objects[i]));
    }
  }

  /** Lays out the block's records. */
  #place() {
    this.#extents = [];
    let at = 0;
    for (let i = 0; i < this.#staged.count; i++) {
      const bytes = this.#staged.sizeOf(i);
      this.#extents.push({ offset: at, bytes });
      at = roundUp(at + bytes, RECORD_ALIGNMENT);
      this.share.bytes += bytes;
    }
    this.#pageBytes = roundUp(at, this.#asked.writer.granule);
    this.#page.require(this.#pageBytes);
  }

  /** Moves the records to where the system takes them from, each at its place and zeros between. */
  #copy() {
    const page = this.#page.bytes;
    let end = 0;
    for (let i = 0; i < this.#extents.length; i++) {
      const { offset, bytes } = this.#extents[i];
      page.fill(0, end, offset);
      this.#staged.copy(i, page, offset);
      end = offset + bytes;
    }
    page.fill(0, end, this.#pageBytes);
  }
}
