import { HeapWatch } from "./heap.js";
import { planRuns } from "./holding.js";
import { Making, warmUp } from "./making.js";
import { nextPass } from "./merge_plan.js";
import { Merging } from "./merging.js";
import { mergesOf } from "./run_file.js";

/** A whole sort: runs are made and merged until one merge writes the store. */
export class Sorting {
  #worker;
  #planned;
  // Of what the runs hold, in a merge.
  #memoryPerByte;
  heap = null;
  passes = 0;

  /** Refuses a memory that is too small. */
  constructor(worker, all) {
    this.#worker = worker;
    this.#memoryPerByte = worker.asked.budget.memoryPerByte(all.length, all.bytes());
    this.#planned = planRuns(worker.asked, all);
  }

  /** How many are made of the records; no records are one run, too. */
  get runs() {
    return Math.max(this.#planned.length, 1);
  }

  warmUp() {
    warmUp(this.#worker, this.#planned);
  }

  /** Sorts once the codec is warm. */
  sort(sorted) {
    this.heap = new HeapWatch();
    const runs = this.#make(sorted);
    if (runs.length > 0) {
      this.#worker.forget();
      this.#merge(runs, sorted);
    }
  }

  /** Makes the runs; a single one is the store. */
  #make(sorted) {
    const making = new Making(this.#worker, this.#planned, this.#memoryPerByte);
    making.fillFirst();
    this.heap.look();
    if (this.runs > 1) {
      return making.makeRuns();
    }
    making.sortAndWrite(sorted);
    return [];
  }

  #merge(made, sorted) {
    const { fanIn } = this.#worker.asked.budget;
    const merging = new Merging(this.#worker, this.#memoryPerByte);
    let runs = made;
    while (runs.length > fanIn) {
      let first = 0;
      const merged = nextPass(runs.length, fanIn).map((count) => {
        first += count;
        return merging.intoRun(runs.slice(first - count, first));
      });
      runs = [...merged, ...runs.slice(first)];
    }
    this.passes = mergesOf(runs);
    merging.intoStore(runs, sorted, () => this.heap.look());
  }
}
