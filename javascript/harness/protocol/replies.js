import { bytesOfText } from "../values/bytes.js";
import { takeOutput, write } from "./host.js";

/** One line of a reply: a tag, then pairs. */
class Line {
  constructor(tag) {
    this.written = tag;
  }

  /** Adds a text, percent-encoded where PROTOCOL.md says so. */
  text(key, value) {
    let encoded = "";
    for (const byte of bytesOfText(value)) {
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
    takeOutput();
  }

  /** Writes a line at once, so that what was said before a crash is known. */
  send(one) {
    write(`${one.written}\n`);
  }
}
