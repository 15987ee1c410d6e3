import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** The words of the memory that both threads share. */
export const WATCHED = 0;
export const ENDING = 1;
const WORDS = 2;

/**
 * Ends the process when an operation takes more CPU time than it may, because nothing else ends a loop of a library.
 * Another thread looks.
 */
export class CpuLimit {
  #words = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * WORDS));
  // When the operation that is watched began and how much it may take, of the process's CPU time.
  #ns = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT * WORDS));
  #watched = 0;

  /** `operations` are the names of those that can be watched. */
  static async over(operations) {
    const limit = new CpuLimit();
    const workerData = { words: limit.#words, ns: limit.#ns, operations };
    const worker = new Worker(new URL("./cpu_watch.js", import.meta.url), { workerData, execArgv: [] });
    // It says that it has been loaded.
    await once(worker, "message");
    worker.unref();
    return limit;
  }

  /** Lets the operation of a place among the names use so much from now on. */
  set(operation, limitNs) {
    const { user, system } = process.cpuUsage();
    this.#ns[0] = 1000 * (user + system);
    this.#ns[1] = limitNs;
    this.#watched = operation + 1;
    Atomics.store(this.#words, WATCHED, this.#watched);
  }

  lift() {
    if (Atomics.compareExchange(this.#words, WATCHED, this.#watched, 0) !== this.#watched) {
      // It was too late, and the process is about to end.
      Atomics.wait(this.#words, ENDING, 0);
    }
  }
}
