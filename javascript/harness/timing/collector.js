import v8 from "node:v8";

const COLLECTIONS = 2;
// Only Node's V8 tells what its collector did.
const TELLS = typeof v8.GCProfiler === "function" && !process.versions.bun && !process.versions.deno;

/** What the collector does while this watches: ns that it held the program up, and collections. */
class CollectorWatch {
  #profiler = new v8.GCProfiler();

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

/** The watch over a collector that tells nothing. */
const BLIND = { collected: () => null };

/** Begins to watch the collector, of which null is known in Bun and Deno. */
export function watchCollector() {
  return TELLS ? new CollectorWatch() : BLIND;
}

/** What several watches saw together; null where one saw nothing. */
export function together(watched) {
  const sum = (of) => watched.reduce((total, collected) => total + collected[of], 0);
  return watched.includes(null) ? null : { ns: sum("ns"), collections: sum("collections") };
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
  const { used_heap_size: inside, external_memory: outside } = v8.getHeapStatistics();
  return inside + outside;
}

/** By which rules V8 makes room for garbage, as the flags that Node was started with. */
export function rules() {
  return process.execArgv.filter((word) => word.includes("space-size")).join(" ");
}
