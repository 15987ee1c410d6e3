import { collectedHeapBytes, watchCollector } from "../../timing/collector.js";
import { ReadPlan } from "../store/read_plan.js";
import { PageBuffer } from "../store/page_buffer.js";
import { Record } from "./record.js";

const MOST_SAMPLED = 1000;
const MOST_SAMPLED_BYTES = 8 * 2 ** 20;
const SMALLEST_OBJECT_BYTES = 16;
// Results are multiples of 1 ÷ this, so that the size of runs does not follow the noise.
const SAMPLE_STEPS = 16;

/**
 * Measures what objects take in the heap for each byte of their messages, with the first ones of a part: the warm-up
 * reads there as well, so a store that is not in the page cache stays out of it otherwise.
 */
export function heapPerByte(worker, part) {
  const records = sampled(worker.asked, part);
  // The first objects of a codec may bring what it keeps.
  worker.decode(records);
  const before = collectedHeapBytes();
  const objects = worker.decode(records);
  const taken = collectedHeapBytes() - before;
  const held = Math.max(taken, SMALLEST_OBJECT_BYTES * objects.length);
  const bytes = records.reduce((sum, { size }) => sum + size, 0);
  return Math.ceil((SAMPLE_STEPS * held) / Math.max(bytes, 1)) / SAMPLE_STEPS;
}

/** Reads the first record of a part, and others while their bytes are not too many. */
function sampled({ reader, direct }, part) {
  let count = 0;
  let bytes = 0;
  while (count < Math.min(part.length, MOST_SAMPLED)) {
    bytes += part.sizes[count];
    if (count > 0 && bytes > MOST_SAMPLED_BYTES) {
      break;
    }
    count++;
  }
  const first = part.part(0, count);
  const plan = new ReadPlan(reader.granule);
  plan.make(first.extents());
  const memory = new PageBuffer(plan.bufferBytes, direct).bytes;
  reader.read(plan, memory);
  return plan.places.map((begin, i) => new Record(first.numbers[i], memory, begin, begin + first.sizes[i]));
}

/**
 * Tells how much the heap holds at most. What a collector leaves behind is garbage in part until it has collected again,
 * so that is done where most is held, while nothing is timed: when the first run has been filled, and when the last
 * merge has blocks of each.
 */
export class HeapWatch {
  #before = collectedHeapBytes();
  #most = this.#before;
  #collector = watchCollector();
  // What the collector has done only to look.
  #forced = { ns: 0, collections: 0 };

  /** Looks now. */
  look() {
    const collector = watchCollector();
    this.#most = Math.max(this.#most, collectedHeapBytes());
    const { ns, collections } = collector.collected();
    this.#forced.ns += ns;
    this.#forced.collections += collections;
  }

  get heldBytes() {
    return this.#most - this.#before;
  }

  /** What the collector has done for the sort; ends the watch. */
  collected() {
    const { ns, collections } = this.#collector.collected();
    return { ns: ns - this.#forced.ns, collections: collections - this.#forced.collections };
  }
}
