import { judgeDigest, judgeTouch, judgeValue } from "../../adapter/judging.js";
import { accessOf } from "../../adapter/adapter.js";
import { startProcess } from "../../timing/clock.js";
import { ALL } from "../../values/touch.js";
import { Writer as ValueWriter } from "../../values/writer.js";
import { xxh64 } from "../../values/xxh64.js";
import { numbersAt } from "./number_list.js";
import { PageBuffer } from "./page_buffer.js";
import { ReadPlan } from "./read_plan.js";
import { PHASE, Share } from "./share.js";
import { numbered } from "./telling.js";

/** Reads objects of a store, block by block, and proves what came back. */
export class Reading {
  #asked;
  #codec;
  #plan;
  #page;
  #messages = [];
  #objects = [];
  #kept = [];
  #touches = [];
  #value = new ValueWriter();
  // What nobody reads, so that no touch can be left out.
  touched = 0;

  /**
   * `asked` has the `pool`, the `form` of objects, the `reader`, the `level`, how many objects make a `block`, whether
   * it `keeps` all objects until the last one has been read, and the `list` of their numbers or null.
   */
  constructor(asked, codec) {
    this.#asked = asked;
    this.#codec = codec;
    this.#plan = new ReadPlan(asked.reader.granule);
    this.#page = new PageBuffer(0, asked.direct);
    this.share = new Share();
  }

  /** Uses messages of the pool's first objects again and again. */
  warmUp(warmupNs) {
    const { pool, form, level, block } = this.#asked;
    if (warmupNs === 0 || level.raw) {
      return;
    }
    for (let number = 0; number < Math.min(block, pool.objects); number++) {
      const object = pool.make(form, number);
      try {
        this.#messages.push(Buffer.from(this.#codec.encode(object)));
      } catch (fault) {
        throw numbered(number, fault);
      }
    }
    const watch = startProcess();
    while (watch.wallNs() < warmupNs) {
      this.#use();
    }
    this.#letGo();
    this.share = new Share();
  }

  /** Reads so many objects. */
  run(objects) {
    const { block, list } = this.#asked;
    for (let first = 0; first < objects; first += block) {
      this.#readBlock(numbersAt(list, first, Math.min(block, objects - first)));
    }
    this.#letGo();
  }

  /** Releases the objects that were kept. */
  free() {
    this.share.phases.timed(PHASE.free, () => {
      this.#kept = [];
    });
  }

  /** Leaves nothing held but the kept objects. */
  #letGo() {
    this.#page = new PageBuffer(0, this.#asked.direct);
    this.#messages = [];
    this.#objects = [];
    this.#touches = [];
  }

  #readBlock(numbers) {
    const { reader } = this.#asked;
    const extents = reader.locate(numbers);
    this.#plan.make(extents);
    this.#page.require(this.#plan.bufferBytes);
    this.share.phases.timed(PHASE.read, () => reader.read(this.#plan, this.#page.bytes));
    this.#messages = extents.map(({ bytes }, i) => {
      const begin = this.#plan.places[i];
      this.share.bytes += bytes;
      return this.#page.bytes.subarray(begin, begin + bytes);
    });
    this.#use();
    for (let i = 0; i < numbers.length; i++) {
      this.#prove(i, numbers[i]);
    }
    this.#release();
  }

  #use() {
    const { level } = this.#asked;
    const { phases } = this.share;
    if (level.raw) {
      return;
    }
    if (level.decodes) {
      this.#objects = [];
      phases.timed(PHASE.decode, () => this.#decode());
      phases.timed(PHASE.touch, () => this.#touchObjects());
    } else {
      this.#touches = [];
      phases.timed(PHASE.touch, () => this.#access());
    }
  }

  #decode() {
    const codec = this.#codec;
    for (let i = 0; i < this.#messages.length; i++) {
      this.#objects.push(codec.decode(this.#messages[i]));
    }
  }

  #touchObjects() {
    const { form } = this.#asked;
    for (let i = 0; i < this.#objects.length; i++) {
      this.touched ^= form.touched(this.#objects[i], ALL).low;
    }
  }

  #access() {
    const reader = accessOf(this.#codec);
    const { plan } = this.#asked.level;
    for (let i = 0; i < this.#messages.length; i++) {
      this.#touches.push(reader.access(this.#messages[i], plan));
    }
  }

  /** Compares what came back with the pool. */
  #prove(i, number) {
    const { level } = this.#asked;
    try {
      if (level.decodes || level.raw) {
        this.#proveValue(i, number);
      } else {
        this.#proveTouch(i, number);
      }
    } catch (fault) {
      throw numbered(number, fault);
    }
  }

  #proveValue(i, number) {
    const { pool, form, level } = this.#asked;
    const expected = xxh64(pool.bytesOf(number));
    if (level.raw) {
      const digest = xxh64(this.#messages[i]);
      judgeDigest(digest, expected);
      this.share.addDigest(digest);
    } else {
      this.share.addDigest(judgeValue(form, this.#objects[i], expected, this.#value));
    }
  }

  #proveTouch(i, number) {
    const { pool, form, level } = this.#asked;
    const touch = this.#touches[i];
    judgeTouch(form, touch, level.plan, pool.make(form, number));
    this.share.addTouch(touch.bits());
  }

  /** Leaves what nobody keeps to the collector. */
  #release() {
    if (this.#asked.keeps) {
      this.#kept.push(this.#objects);
      this.#objects = [];
    } else if (this.#asked.level.decodes) {
      this.share.phases.timed(PHASE.free, () => {
        this.#objects = [];
      });
    }
  }
}
