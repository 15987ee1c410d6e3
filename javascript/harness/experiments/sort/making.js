import { startProcess } from "../../timing/clock.js";
import { blockRecords, firstBlock } from "./budget.js";
import { Holding, planRuns } from "./holding.js";
import { Output } from "./output.js";
import { RunFile } from "./run_file.js";
import { Tally } from "./tally.js";

/** Makes runs: records are read until the memory is used, sorted and written, again and again. */
export class Making {
  #worker;
  #planned;
  #memoryPerByte;
  #holding;
  #output;

  /** Makes the memory that all runs use. */
  constructor(worker, planned, memoryPerByte) {
    const { budget, direct } = worker.asked;
    this.#worker = worker;
    this.#planned = planned;
    this.#memoryPerByte = memoryPerByte;
    this.#holding = new Holding(worker, planned);
    this.#output = new Output(worker.tally, budget.inputBlockBytes, direct);
  }

  /** Reads the records of the first run. */
  fillFirst() {
    if (this.#planned.length > 0) {
      this.#holding.fill(this.#planned[0].records);
    }
  }

  /** Writes a run of those records, and then the others. */
  makeRuns() {
    return this.#planned.map(({ records }, i) => {
      if (i > 0) {
        this.#holding.fill(records);
      }
      const run = new RunFile(this.#worker.asked);
      this.sortAndWrite(run);
      return run;
    });
  }

  /** Makes a target of what is held. */
  sortAndWrite(target) {
    const { entries } = this.#holding;
    if (entries.count === 0) {
      this.#output.finish(target);
      return;
    }
    this.#holding.sort();
    const mostBytes = this.#worker.asked.budget.runBlockBytes(this.#memoryPerByte);
    this.#output.mostBytes = mostBytes;
    for (let at = 0; at < entries.count;) {
      const end = at + blockRecords(entries.count - at, mostBytes, (i) => entries.sizeAt(at + i));
      this.#output.add(target, this.#holding.passOn(at, end));
      at = end;
    }
    this.#output.finish(target);
    this.#holding.release();
  }
}

/**
 * Repeats all that is done with the first block of a run but writing it. The memory where records are held is not kept.
 */
export function warmUp(worker, planned) {
  const { budget, warmupNs } = worker.asked;
  if (planned.length === 0 || warmupNs === 0) {
    return;
  }
  const { records } = planned[0];
  const block = records.part(0, firstBlock(records, budget.inputBlockBytes));
  const holding = new Holding(worker, planRuns(worker.asked, block));
  const watch = startProcess();
  while (watch.wallNs() < warmupNs) {
    holding.fill(block);
    holding.sort();
    holding.passOn(0, holding.entries.count);
    holding.release();
  }
  worker.forget();
  worker.tally = new Tally();
}
