import { startProcess } from "./clock.js";

/** The phases of one thread, each timed for itself and over many objects at once. */
export class PhaseTimes {
  #times;

  /** @param {string[]} names the phases in the order in which they are told */
  constructor(...names) {
    this.#times = names.map((name) => ({ name, wallNs: 0, cpuNs: 0, timed: false }));
  }

  /** Adds the work to the phase at a place among the names, and gives what it returns. */
  timed(place, work) {
    const watch = startProcess();
    const result = work();
    const [cpuNs, wallNs] = [watch.cpuNs(), watch.wallNs()];
    const time = this.#times[place];
    time.cpuNs += cpuNs;
    time.wallNs += wallNs;
    time.timed = true;
    return result;
  }

  /** Tells the phases that were timed. */
  each(tell) {
    for (const { name, wallNs, cpuNs, timed } of this.#times) {
      if (timed) {
        tell(name, wallNs, cpuNs);
      }
    }
  }
}
