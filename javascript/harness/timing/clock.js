/** The least time of a sample, whatever is requested. */
export const LEAST_SAMPLE_NS = 0;

/** How many samples in a row must be long enough before their size is kept. */
export const CALIBRATIONS = 1;

/** Both clocks since it was started: CPU time and the wall's, in ns. */
class Stopwatch {
  #wall = process.hrtime.bigint();
  // Read last here and first at the end, so that it holds only what is measured.
  #cpu = process.cpuUsage();

  /** The CPU time of the process so far, which the system tells in µs. */
  cpuNs() {
    const { user, system } = process.cpuUsage(this.#cpu);
    return 1000 * (user + system);
  }

  /** The wall time so far. */
  wallNs() {
    return Number(process.hrtime.bigint() - this.#wall);
  }
}

/** Measures the CPU time of the whole process, the threads of its collector and its compilers included. */
export function startProcess() {
  return new Stopwatch();
}
