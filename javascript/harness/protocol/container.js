import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { because } from "./faults.js";
import { refuseFile } from "./refusal.js";

// The files of FORMAT.md, section 2, by their first 8 bytes.
export const CORPUS = "SERBCRP1";
export const MESSAGES = "SERBMSG1";
export const NUMBERS = "SERBNUM1";

const MISSING = 0xffffffff;
const BLOCK_BYTES = 1 << 16;

/** Reads one entry after the other and refuses a file at its first fault. */
class ContainerReader {
  #path;
  #file;
  #left;
  #block = Buffer.alloc(0);

  constructor(path, magic) {
    this.#path = path;
    try {
      this.#file = openSync(path, "r");
      this.#left = fstatSync(this.#file).size;
    } catch (fault) {
      throw this.refuse(`cannot be opened: ${because(fault)}`);
    }
    try {
      this.#begin(magic);
    } catch (fault) {
      this.close();
      throw fault;
    }
  }

  #begin(magic) {
    if (this.#take(8).toString("latin1") !== magic) {
      throw this.refuse(`does not begin with ${magic}`);
    }
    /** The number of entries that the file claims to hold. */
    this.count = Number(this.#take(8).readBigUInt64LE());
  }

  /** The next entry in memory of its own; null if it is missing, as messages can be. */
  next() {
    const size = this.#take(4).readUInt32LE();
    return size === MISSING ? null : this.#take(size);
  }

  /** Refuses bytes behind the last entry. */
  finish() {
    if (this.#left > 0) {
      throw this.refuse("has bytes after its last entry");
    }
  }

  /** Gives the file back. */
  close() {
    closeSync(this.#file);
  }

  /** What is thrown where this file is not what it should be. */
  refuse(why) {
    return refuseFile(this.#path, why);
  }

  #take(size) {
    // A length beyond the end of the file must not become an allocation.
    if (size > this.#left) {
      throw this.refuse("ends too early");
    }
    const bytes = Buffer.allocUnsafeSlow(size);
    let have = this.#block.copy(bytes);
    this.#block = this.#block.subarray(have);
    if (have < size && size - have >= BLOCK_BYTES) {
      have += this.#read(bytes.subarray(have));
    }
    while (have < size) {
      const block = Buffer.allocUnsafe(BLOCK_BYTES);
      this.#block = block.subarray(0, this.#read(block));
      const more = this.#block.copy(bytes, have);
      this.#block = this.#block.subarray(more);
      have += more;
    }
    this.#left -= size;
    return bytes;
  }

  #read(into) {
    let read = 0;
    try {
      read = readSync(this.#file, into);
    } catch (fault) {
      throw this.refuse(`cannot be read: ${because(fault)}`);
    }
    if (read === 0) {
      throw this.refuse("ends too early");
    }
    return read;
  }
}

/** Opens a file that begins with these 8 bytes; close ends it. */
export function openContainer(path, magic) {
  return new ContainerReader(path, magic);
}

/** Writes one entry after the other. */
class ContainerWriter {
  #path;
  #file;
  #parts = [];
  #size = 0;

  constructor(path, magic, count) {
    this.#path = path;
    this.#attempt(() => {
      this.#file = openSync(path, "w");
    });
    const head = Buffer.alloc(16);
    head.write(magic, "latin1");
    head.writeBigUInt64LE(BigInt(count), 8);
    this.#put(head);
  }

  /** Writes an entry; null is the mark that it is missing. */
  add(entry) {
    const head = Buffer.alloc(4);
    if (entry !== null && entry.length >= MISSING) {
      throw refuseFile(this.#path, "cannot hold an entry of 2^32-1 bytes or more");
    }
    head.writeUInt32LE(entry === null ? MISSING : entry.length);
    this.#put(head);
    if (entry !== null) {
      // The memory of an entry may be used again.
      this.#put(Buffer.from(entry));
    }
  }

  /** Hands everything to the system, which refuses here at the latest. */
  finish() {
    this.#flush();
    this.#attempt(() => closeSync(this.#file));
  }

  #put(bytes) {
    this.#parts.push(bytes);
    this.#size += bytes.length;
    if (this.#size >= BLOCK_BYTES) {
      this.#flush();
    }
  }

  #flush() {
    let left = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    this.#attempt(() => {
      while (left.length > 0) {
        left = left.subarray(writeSync(this.#file, left));
      }
    });
  }

  #attempt(work) {
    try {
      work();
    } catch (fault) {
      throw refuseFile(this.#path, `cannot be written: ${because(fault)}`);
    }
  }
}

/** Begins a file of so many entries. */
export function createContainer(path, magic, count) {
  return new ContainerWriter(path, magic, count);
}
