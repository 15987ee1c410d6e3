import { PhaseTimes } from "../../timing/phase_times.js";

const RUNS = ["read", "copy", "decode", "key", "sort", "encode", "write", "fsync", "free"];
const MERGES = ["read", "copy", "decode", "key", "merge", "encode", "write", "fsync", "free"];
/** The steps, the same while runs are made and while they are merged. `order` is sorting, or merging. */
export const STEP = Object.freeze({
  read: 0,
  copy: 1,
  decode: 2,
  key: 3,
  order: 4,
  encode: 5,
  write: 6,
  fsync: 7,
  free: 8,
});

/** The times, bytes of the data file and of runs, and calls of the codec: first of making runs, then of merging. */
export class Tally {
  phases = new PhaseTimes(...RUNS.map((name) => `runs-${name}`), ...MERGES.map((name) => `merge-${name}`));
  readBytes = 0;
  writtenBytes = 0;
  decodes = 0;
  accesses = 0;
  comparisons = 0;
  // The place of the first step.
  #stage = 0;

  beginMerging() {
    this.#stage = RUNS.length;
  }

  timed(step, work) {
    return this.phases.timed(this.#stage + step, work);
  }
}
