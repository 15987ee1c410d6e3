import { CALIBRATIONS, LEAST_SAMPLE_NS, startProcess } from "./clock.js";
import { collectGarbage, together, watchCollector } from "./collector.js";

const FEWEST_SAMPLES = 3;
const LONGEST_SLICE_NS = 100e6;
const SLICES = 10;
const GAIN = 1.03;
const SLOWNESS = 1.1;
const CALIBRATION_MARGIN = 1.05;
const WARMUP_LIMIT = 3;
const UNIT_NS = 1e6;

/** The slices of a warm-up: the last ones, and the fastest before them. */
export class Slices {
  last = [];
  #fastestBefore = Number.POSITIVE_INFINITY;

  /** @param slice has the rotations of a slice and their times */
  add(slice) {
    this.last.push(slice);
    if (this.last.length > SLICES) {
      this.#fastestBefore = Math.min(this.#fastestBefore, rotationNs(this.last.shift()));
    }
  }

  /** Whether the last ones have brought no gain and end near the fastest slice. */
  haveSettled() {
    if (this.#fastestBefore === Number.POSITIVE_INFINITY) {
      return false;
    }
    const fastest = Math.min(...this.last.map(rotationNs));
    const limit = SLOWNESS * Math.min(fastest, this.#fastestBefore);
    return fastest * GAIN >= this.#fastestBefore && rotationNs(this.last.at(-1)) <= limit;
  }
}

function rotationNs({ cpuNs, rotations }) {
  return cpuNs / rotations;
}

/**
 * Times operations (PROTOCOL.md, "Sample"): rotate(rotations) is an operation's own loop over all objects. The plan says
 * how long: the CPU time that a sample takes at least, the wall time before the first, and the wall time after which 3
 * samples are enough.
 */
export class Sampler {
  /** @param {{sampleNs: number, samples: number, warmupNs: number, budgetNs: number}} plan */
  constructor(plan) {
    this.plan = { ...plan, sampleNs: Math.max(plan.sampleNs, LEAST_SAMPLE_NS) };
  }

  /** One sample of so many rotations. */
  sample(rotate, rotations) {
    const watch = startProcess();
    rotate(rotations);
    const cpuNs = watch.cpuNs();
    return { rotations, cpuNs: Math.max(1, cpuNs), wallNs: watch.wallNs() };
  }

  /**
   * Runs an operation for at least the warm-up time, and on until its last slices have brought none that is 3 % faster
   * than the fastest before, for a loop may stay at a speed for long until its types are known; and until the last slice
   * is near the fastest, for code that was thrown away is slow until it is compiled again. It is given up after three
   * times the warm-up time.
   */
  warmUp(rotate) {
    // What earlier operations left behind is not collected at this one's expense.
    collectGarbage();
    const sliceNs = Math.max(
      Math.min(LONGEST_SLICE_NS, this.plan.warmupNs / SLICES),
      CALIBRATION_MARGIN * this.plan.sampleNs,
    );
    const [watch, slices] = [startProcess(), new Slices()];
    for (let unit = 1; ;) {
      const [elapsedNs, settled] = [watch.wallNs(), slices.haveSettled()];
      if (elapsedNs >= this.plan.warmupNs && (settled || elapsedNs >= WARMUP_LIMIT * this.plan.warmupNs)) {
        return { elapsedNs, settled: settled || this.plan.warmupNs === 0, last: slices.last };
      }
      const slice = this.#slice(rotate, unit, sliceNs);
      unit = slice.unit;
      slices.add(slice);
    }
  }

  /**
   * Runs for a slice in short units: a loop that is entered often is compiled as a whole, not from its middle on. A slice
   * has the CPU time of a sample even where other programs take the processor meanwhile, for it may become one.
   */
  #slice(rotate, firstUnit, sliceNs) {
    const [collector, watch] = [watchCollector(), startProcess()];
    let [unit, rotations, before] = [firstUnit, 0, 0];
    do {
      rotate(unit);
      rotations += unit;
      const now = watch.wallNs();
      if (now - before < UNIT_NS / 2) {
        unit *= 2;
      }
      before = now;
    } while (before < sliceNs || watch.cpuNs() < this.plan.sampleNs);
    const cpuNs = Math.max(1, watch.cpuNs());
    return { unit, rotations, cpuNs, wallNs: before, collected: collector.collected() };
  }

  /** Doubles the number of rotations, from what is expected on, until one sample is long enough. */
  calibratedRotations(rotate, { last }) {
    const expectedNs = CALIBRATION_MARGIN * this.plan.sampleNs;
    const expected = last.length === 0 ? 1 : 1 + Math.floor(expectedNs / rotationNs(last.at(-1)));
    for (let rotations = expected; ; rotations *= 2) {
      const isLong = () => this.sample(rotate, rotations).cpuNs >= this.plan.sampleNs;
      if (Array.from({ length: CALIBRATIONS }, isLong).every(Boolean)) {
        return rotations;
      }
    }
  }

  /**
   * Samples of a warm operation, each long enough, and what the collector did meanwhile: the last slices of a warm-up
   * that settled, for they ran at full speed; others where these are too few or too short.
   */
  taken(rotate, warmUp) {
    const last = warmUp.settled && this.plan.samples > 0 ? warmUp.last.slice(-this.plan.samples) : [];
    if (last.length === this.plan.samples && last.every(({ cpuNs }) => cpuNs >= this.plan.sampleNs)) {
      return { samples: last, collected: together(last.map((slice) => slice.collected)) };
    }
    return this.#takenAnew(rotate, warmUp);
  }

  #takenAnew(rotate, warmUp) {
    const rotations = this.calibratedRotations(rotate, warmUp);
    const [samples, watch, collector] = [[], startProcess(), watchCollector()];
    while (this.#goesOn(samples.length, watch)) {
      samples.push(this.sample(rotate, rotations));
    }
    return { samples, collected: collector.collected() };
  }

  #goesOn(taken, watch) {
    const { samples, budgetNs } = this.plan;
    return taken < samples && (taken < FEWEST_SAMPLES || watch.wallNs() < budgetNs);
  }
}
