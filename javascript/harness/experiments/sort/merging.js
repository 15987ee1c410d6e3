import { roundUp } from "../store/file.js";
import { Merge } from "./merge.js";
import { Output } from "./output.js";
import { mergesOf, RUN_HEADER_BYTES, RunFile } from "./run_file.js";
import { Source } from "./source.js";

/** The merges of a sort: from some runs to another run, or to the store. */
export class Merging {
  #worker;
  #memoryPerByte;

  /** What a byte of a message takes in memory has been seen before. */
  constructor(worker, memoryPerByte) {
    worker.tally.beginMerging();
    this.#worker = worker;
    this.#memoryPerByte = memoryPerByte;
  }

  /** Merges runs into another one and closes them. */
  intoRun(runs) {
    const { asked } = this.#worker;
    const merged = new RunFile(asked);
    merged.merges = mergesOf(runs);
    this.#merge(runs, merged, asked.budget.runBlockBytes(this.#memoryPerByte));
    return merged;
  }

  /** Does the same with the store; `look` is called when the memory is full. */
  intoStore(runs, sorted, look) {
    this.#merge(runs, sorted, this.#worker.asked.budget.inputBlockBytes, look);
  }

  #merge(runs, target, blockBytes, look = () => {}) {
    const { tally, asked } = this.#worker;
    const output = new Output(tally, blockBytes, asked.direct);
    const merge = new Merge(this.#worker, this.#filled(runs));
    look();
    while (merge.take()) {
      output.add(target, merge.passOn());
    }
    merge.end();
    for (const { file } of runs) {
      file.close();
    }
    output.finish(target);
  }

  /** The runs with their first blocks in memory. */
  #filled(runs) {
    const { budget, largestBytes, reader } = this.#worker.asked;
    const least = roundUp(RUN_HEADER_BYTES + largestBytes, reader.granule);
    const fitting = budget.mergedBlockBytes(runs.length, this.#memoryPerByte);
    if (least > fitting) {
      throw budget.tooSmall();
    }
    const blockBytes = runs.reduce((most, run) => Math.max(most, run.largestBlockBytes), fitting);
    return runs.map((run) => {
      const source = new Source(this.#worker, run, blockBytes);
      source.refill();
      return source;
    });
  }
}
