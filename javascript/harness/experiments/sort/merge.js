import { OBJECTS_A_BLOCK } from "../store/share.js";
import { HOLDS_OBJECTS, LAZY } from "./contract.js";
import { LoserTree } from "./loser_tree.js";
import { STEP } from "./tally.js";

/** Takes records of several sources in their order until some have to be read, and passes them on. */
export class Merge {
  #worker;
  #sources;
  #tree = null;
  #isLazy;
  // The winner, if its next head has to be read first.
  #usedUp = null;
  // Each `{source, at}`.
  #taken = [];

  /** Merges sources that have been filled. */
  constructor(worker, sources) {
    this.#worker = worker;
    this.#sources = sources;
    this.#isLazy = worker.asked.contract === LAZY;
  }

  /** Takes the next records, as many as there are in memory; false if all have been taken. */
  take() {
    this.#taken = [];
    this.#usedUp?.refill();
    this.#worker.tally.timed(STEP.order, () => this.#play());
    return this.#taken.length > 0;
  }

  /** Lets sources play until a record has to be read or a block has been taken. */
  #play() {
    if (this.#tree === null) {
      this.#tree = new LoserTree(this.#sources.length, (a, b) => this.#less(this.#sources[a], this.#sources[b]));
    } else if (this.#usedUp !== null) {
      this.#tree.replay();
    }
    this.#usedUp = null;
    while (this.#taken.length < OBJECTS_A_BLOCK) {
      const source = this.#sources[this.#tree.winner];
      if (source.isEnded) {
        return;
      }
      this.#taken.push({ source, at: source.at });
      source.at++;
      if (source.isUsedUp) {
        this.#usedUp = source;
        return;
      }
      this.#tree.replay();
    }
  }

  /** Whether the head of one source comes before that of another; those of sources that have ended come last. */
  #less(one, other) {
    if (one.isEnded || other.isEnded) {
      return !one.isEnded;
    }
    this.#worker.tally.comparisons++;
    const [i, j] = [one.at, other.at];
    const byNumber = one.numbers[i] - other.numbers[j];
    if (this.#isLazy) {
      const a = this.#worker.lazyKey(one.record(i));
      const b = this.#worker.lazyKey(other.record(j));
      return (a.high - b.high || a.low - b.low || byNumber) < 0;
    }
    return (one.keys.high[i] - other.keys.high[j] || one.keys.low[i] - other.keys.low[j] || byNumber) < 0;
  }

  /** The records that were taken, with their objects encoded. */
  passOn() {
    if (this.#worker.asked.contract !== HOLDS_OBJECTS) {
      return this.#taken.map(({ source, at }) => source.record(at));
    }
    const objects = this.#taken.map(({ source, at }) => source.objects[at]);
    return this.#worker.encode(
      objects,
      this.#taken.map(({ source, at }) => source.numbers[at]),
    );
  }

  /** Gives the memory back. */
  end() {
    this.#worker.tally.timed(STEP.free, () => {
      this.#sources = null;
      this.#tree = null;
      this.#taken = null;
      this.#worker.forget();
    });
  }
}
