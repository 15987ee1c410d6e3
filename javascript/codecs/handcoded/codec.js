import { Reader } from "#harness/values/reader.js";
import { Writer } from "#harness/values/writer.js";
import { addOne, findNumbers, opening, readRoot, writeRoot } from "./scanning.js";

/**
 * Writes and reads the bytes of FORMAT.md, section 1, field by field. The corpus has been read strictly, so NaN, text
 * and the order of keys are not looked at again.
 */
class HandCoded {
  #writer = new Writer(false);

  encode(object) {
    this.#writer.clear();
    writeRoot(object, this.#writer);
    return this.#writer.written();
  }

  decode(message) {
    const r = new Reader(message, false);
    const object = readRoot(r);
    r.end();
    return object;
  }

  /** Scans to the last field that is read. */
  access(message, plan) {
    return opening(new Reader(message, false), plan);
  }

  /** Finds all places before it changes one. */
  updateNumber(message) {
    const r = new Reader(message, false);
    const places = findNumbers(r, []);
    r.end();
    for (const place of places) {
      addOne(r.view, place);
    }
    return true;
  }
}

export function newAdapter() {
  return new HandCoded();
}
