import { writeSync } from "node:fs";
import { because, refuse } from "./refusal.js";

const OUTPUT = 1;
const PAUSE_MS = 1;

/** One line of a reply: a tag, then pairs. */
class Line {
  constructor(tag) {
    this.written = tag;
  }

  /** Adds a text, percent-encoded where PROTOCOL.md says so. */
  text(key, value) {
    let encoded = "";
    for (const byte of Buffer.from(value, "utf8")) {
      const escaped = byte <= 0x20 || byte >= 0x7f || byte === 0x25;
      encoded += escaped ? `%${byte.toString(16).toUpperCase().padStart(2, "0")}` : String.fromCharCode(byte);
    }
    return this.#pair(key, encoded);
  }

  /** Adds a number, as one of JavaScript or as a BigInt. */
  number(key, value) {
    return this.#pair(key, value.toString());
  }

  /** Adds 16 hexadecimal digits of a BigInt. */
  digest(key, value) {
    return this.#pair(key, value.toString(16).padStart(16, "0"));
  }

  #pair(key, value) {
    this.written += ` ${key}=${value}`;
    return this;
  }
}

/** Begins a line with its tag. */
export function line(tag) {
  return new Line(tag);
}

/** Writes lines to the true standard output, which it takes for itself. */
export class Replies {
  constructor() {
    // What else writes to standard output goes to standard error from now on.
    Object.defineProperty(process, "stdout", { get: () => process.stderr });
  }

  /** Writes a line at once, so that what was said before a crash is known. */
  send(one) {
    let left = Buffer.from(`${one.written}\n`, "latin1");
    while (left.length > 0) {
      left = left.subarray(write(left));
    }
  }
}

function write(bytes) {
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
