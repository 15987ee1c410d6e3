// The files of FORMAT.md, section 2, which the program that has opened the page reads and writes.
import { copied, newBytes } from "../values/bytes.js";
import { call } from "./host.js";
import { refuseFile } from "./refusal.js";

export const CORPUS = "SERBCRP1";
export const MESSAGES = "SERBMSG1";

const MISSING = 0xffffffff;
const HEAD_BYTES = 16;
const SIZE_BYTES = 4;
const LITTLE_ENDIAN = true;

/** Reads one entry after the other and refuses a file at its first fault. */
class ContainerReader {
  #path;
  #bytes;
  #view;
  #at = 0;

  constructor(path, magic) {
    this.#path = path;
    this.#bytes = new Uint8Array(call("GET", `file?${encodeURIComponent(path)}`, null, "arraybuffer"));
    this.#view = new DataView(this.#bytes.buffer);
    const head = this.#skip(HEAD_BYTES);
    if (String.fromCharCode(...this.#bytes.subarray(head, magic.length)) !== magic) {
      throw this.refuse(`does not begin with ${magic}`);
    }
    /** The number of entries that the file claims to hold. */
    this.count = Number(this.#view.getBigUint64(magic.length, LITTLE_ENDIAN));
  }

  /** The next entry in memory of its own; null if it is missing, as messages can be. */
  next() {
    const size = this.#view.getUint32(this.#skip(SIZE_BYTES), LITTLE_ENDIAN);
    if (size === MISSING) {
      return null;
    }
    const at = this.#skip(size);
    return copied(this.#bytes.subarray(at, at + size));
  }

  /** Refuses bytes behind the last entry. */
  finish() {
    if (this.#at < this.#bytes.length) {
      throw this.refuse("has bytes after its last entry");
    }
  }

  close() {}

  /** What is thrown where this file is not what it should be. */
  refuse(why) {
    return refuseFile(this.#path, why);
  }

  /** Passes bytes and gives the place where they begin. */
  #skip(size) {
    const at = this.#at;
    if (size > this.#bytes.length - at) {
      throw this.refuse("ends too early");
    }
    this.#at = at + size;
    return at;
  }
}

/** Opens a file that begins with these 8 bytes; close ends it. */
export function openContainer(path, magic) {
  return new ContainerReader(path, magic);
}

/** Writes one entry after the other. */
class ContainerWriter {
  #path;
  #parts = [];

  constructor(path, magic, count) {
    this.#path = path;
    const head = newBytes(HEAD_BYTES);
    head.set([...magic].map((letter) => letter.charCodeAt(0)));
    new DataView(head.buffer).setBigUint64(magic.length, BigInt(count), LITTLE_ENDIAN);
    this.#parts.push(head);
  }

  /** Writes an entry; null is the mark that it is missing. */
  add(entry) {
    const head = newBytes(SIZE_BYTES);
    new DataView(head.buffer).setUint32(0, entry === null ? MISSING : entry.length, LITTLE_ENDIAN);
    // The memory of an entry may be used again.
    this.#parts.push(head, ...(entry === null ? [] : [copied(entry)]));
  }

  /** Has the file written. */
  finish() {
    call("POST", `file?${encodeURIComponent(this.#path)}`, new Blob(this.#parts), "text");
  }
}

/** Begins a file of so many entries. */
export function createContainer(path, magic, count) {
  return new ContainerWriter(path, magic, count);
}
