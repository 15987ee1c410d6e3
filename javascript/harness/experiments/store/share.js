import { PhaseTimes } from "../../timing/phase_times.js";

/** How many objects are handled between two looks at the clocks: fewer where that would take too much memory. */
export const OBJECTS_A_BLOCK = 256;
export const OBJECTS_A_RANDOM_BLOCK = 64;
export const BYTES_A_BLOCK = 8 * 2 ** 20;

const NAMES = ["encode", "copy", "write", "fsync", "read", "decode", "touch", "free"];
/** The phases, by their places among the names. */
export const PHASE = Object.freeze(Object.fromEntries(NAMES.map((name, place) => [name, place])));

/** What has been done so far; digest and touch are sums modulo 2⁶⁴. */
export class Share {
  phases = new PhaseTimes(...NAMES);
  bytes = 0;
  digest = 0n;
  touch = 0n;

  addDigest(digest) {
    this.digest = BigInt.asUintN(64, this.digest + digest);
  }

  addTouch(touch) {
    this.touch = BigInt.asUintN(64, this.touch + touch);
  }
}
