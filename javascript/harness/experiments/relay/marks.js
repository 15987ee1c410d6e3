import { cannotGoOn } from "./frames.js";

/** How far each source is: sending, waiting with a mark that has not come from the others, or ended. */
export class Marks {
  #waiting;
  #ended;

  constructor(sources) {
    this.#waiting = new Array(sources).fill(null);
    this.#ended = new Array(sources).fill(false);
  }

  /** A mark has come from the source. */
  came(source, mark) {
    this.#waiting[source] = mark;
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

  /** The mark that has come from every source that has not ended, or null. Then all go on. */
  takeDue() {
    let due = null;
    for (const [source, mark] of this.#waiting.entries()) {
      if (this.isSending(source)) {
        return null;
      }
      if (mark !== null && due !== null && (mark.low !== due.low || mark.high !== due.high)) {
        throw cannotGoOn(`One source sends the mark ${mark.low} where another sends ${due.low}.`);
      }
      due = mark ?? due;
    }
    this.#waiting.fill(null);
    return due;
  }
}
