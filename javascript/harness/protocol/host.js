// What surrounds a runner: a process of Node, Bun or Deno. javascript/browser has the same names for a page.
import { writeSync } from "node:fs";
import { because } from "./faults.js";
import { refuse } from "./refusal.js";

const OUTPUT = 1;
const PAUSE_MS = 1;

/** The words of the request. */
export const requestWords = () => process.argv.slice(2);

/** Sets the exit status. */
export function endWith(status) {
  process.exitCode = status;
}

/** Lets what else writes to standard output write to standard error from now on. */
export function takeOutput() {
  Object.defineProperty(process, "stdout", { get: () => process.stderr });
}

/** Writes a text of ASCII at once, so that what was said before a crash is known. */
export function write(text) {
  let left = Buffer.from(text, "latin1");
  while (left.length > 0) {
    left = left.subarray(written(left));
  }
}

function written(bytes) {
  try {
    return writeSync(OUTPUT, bytes);
  } catch (fault) {
    if (fault.code !== "EAGAIN") {
      throw refuse(`The reply cannot be written: ${because(fault)}.`);
    }
    // The reader of a pipe that does not wait is slow.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    return 0;
  }
}
