import { cannotGoOn } from "./frames.js";

/** How far each source is: sending, waiting with a barrier that has not come from the others, or ended. */
export class Barriers {
  #waiting;
  #ended;

  constructor(sources) {
    this.#waiting = new Array(sources).fill(null);
    this.#ended = new Array(sources).fill(false);
  }

  /** A barrier has come from the source. */
  came(source, barrier) {
    this.#waiting[source] = barrier;
  }

  end(source) {
    this.#ended[source] = true;
  }

  /** Whether more of the source is to be read or handled. */
  isSending(source) {
    return this.#waiting[source] === null && !this.#ended[source];
  }

  get haveAllEnded() {
    return this.#ended.every(Boolean);
  }

  /** The barrier that has come from every source that has not ended, or null. Then all go on. */
  takeDue() {
    let due = null;
    for (const [source, barrier] of this.#waiting.entries()) {
      if (this.isSending(source)) {
        return null;
      }
      if (barrier !== null && due !== null && (barrier.low !== due.low || barrier.high !== due.high)) {
        throw cannotGoOn(`One source sends the barrier ${barrier.low} where another sends ${due.low}.`);
      }
      due = barrier ?? due;
    }
    this.#waiting.fill(null);
    return due;
  }
}
