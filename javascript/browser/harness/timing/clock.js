const NS_PER_MS = 1e6;

/** The least time of a sample: the clock is coarse, and the wall's has all that disturbs the machine. */
export const LEAST_SAMPLE_NS = 50 * NS_PER_MS;

/** How many samples in a row must be long enough before their size is kept: one may be long by what disturbs it. */
export const CALIBRATIONS = 3;

/** The wall's clock since it was started, in ns. Browsers have no clock of CPU time, so it stands for both. */
class Stopwatch {
  #began = performance.now();

  cpuNs() {
    return this.wallNs();
  }

  wallNs() {
    return Math.round(NS_PER_MS * (performance.now() - this.#began));
  }
}

/** Measures the wall time. */
export function startProcess() {
  return new Stopwatch();
}
