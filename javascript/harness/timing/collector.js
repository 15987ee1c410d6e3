import { GCProfiler, getHeapStatistics } from "node:v8";

const COLLECTIONS = 2;

/** What the collector does while this watches: ns that it held the program up, and collections. */
class CollectorWatch {
  #profiler = new GCProfiler();

  constructor() {
    this.#profiler.start();
  }

  /** What it has done since; ends the watch. */
  collected() {
    const { statistics } = this.#profiler.stop();
    const microseconds = statistics.reduce((sum, one) => sum + one.cost, 0);
    return { ns: Math.round(1000 * microseconds), collections: statistics.length };
  }
}

/** Begins to watch the collector. */
export function watchCollector() {
  return new CollectorWatch();
}

/** Collects all garbage, that which the first collection has found to be some included. */
export function collectGarbage() {
  for (let i = 0; i < COLLECTIONS; i++) {
    globalThis.gc();
  }
}

/** What objects in use take, their buffers outside the heap included: after a collection, which this makes happen. */
export function collectedHeapBytes() {
  collectGarbage();
  const { used_heap_size: inside, external_memory: outside } = getHeapStatistics();
  return inside + outside;
}

/** By which rules V8 makes room for garbage, as the flags that Node was started with. */
export function rules() {
  return process.execArgv.filter((word) => word.includes("space-size")).join(" ");
}
