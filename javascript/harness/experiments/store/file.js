// Files of stores, whose every fault names them.
import fs from "node:fs";
import { because } from "../../protocol/faults.js";
import { refuse, refuseFile } from "../../protocol/refusal.js";
import { digestOfDigests } from "../../values/digest.js";
import { xxh64 } from "../../values/xxh64.js";

/** The page of a disk, to which direct input and output are aligned. */
export const PAGE_BYTES = 4096;
/** Where records begin, so that libraries that read in place find their numbers aligned. */
export const RECORD_ALIGNMENT = 16;
/**
 * How much is written through the page cache before the disk is waited for. Without it the system would write
 * behind the runner's back while it makes objects, which is not timed.
 */
export const MOST_UNSYNCED_BYTES = 64 * 2 ** 20;

const CHECKED_BLOCK_BYTES = 65536;
const { O_CREAT, O_DIRECT, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY } = fs.constants;

/** An open file. */
export class File {
  #path;
  #file;

  constructor(path, flags, direct) {
    if (direct && O_DIRECT === undefined) {
      throw refuse("This system has no direct input and output.");
    }
    this.#path = path;
    try {
      this.#file = fs.openSync(path, direct ? flags | O_DIRECT : flags, 0o666);
    } catch (fault) {
      throw this.refuse(`cannot be opened: ${because(fault)}`);
    }
  }

  /** Gives the file back; nothing is buffered, so nothing can be lost here. */
  close() {
    fs.closeSync(this.#file);
  }

  /** In bytes. */
  size() {
    return this.#reading(() => fs.fstatSync(this.#file).size);
  }

  /** Writes all bytes from an offset on. */
  writeAt(bytes, offset) {
    this.#writing(() => {
      for (let done = 0; done < bytes.length;) {
        done += fs.writeSync(this.#file, bytes, done, bytes.length - done, offset + done);
      }
    });
  }

  /** Fills `to` as far as the file goes, but at least its first `needed` bytes. */
  readSome(to, offset, needed) {
    for (let got = 0; got < needed;) {
      const more = this.#reading(() => fs.readSync(this.#file, to, got, to.length - got, offset + got));
      if (more === 0) {
        throw this.refuse("ends too early");
      }
      got += more;
    }
  }

  /** Fills `to`. */
  readAll(to, offset) {
    this.readSome(to, offset, to.length);
  }

  /** The checksum of the first bytes, a BigInt: the digest of the digests of their blocks. */
  checksum(bytes) {
    const digests = [];
    const block = Buffer.alloc(CHECKED_BLOCK_BYTES);
    for (let offset = 0; offset < bytes; offset += CHECKED_BLOCK_BYTES) {
      const part = block.subarray(0, Math.min(CHECKED_BLOCK_BYTES, bytes - offset));
      this.readAll(part, offset);
      digests.push(xxh64(part));
    }
    return digestOfDigests(digests);
  }

  /** Waits until what was written is on the disk. */
  sync() {
    this.#writing(() => fs.fsyncSync(this.#file));
  }

  /** The error that something is wrong with the file. */
  refuse(why) {
    return refuseFile(this.#path, why);
  }

  #reading(work) {
    try {
      return work();
    } catch (fault) {
      throw this.refuse(`cannot be read: ${because(fault)}`);
    }
  }

  #writing(work) {
    try {
      work();
    } catch (fault) {
      throw this.refuse(`cannot be written: ${because(fault)}`);
    }
  }
}

/** Opens a file that exists. */
export function openToRead(path, direct) {
  return new File(path, O_RDONLY, direct);
}

/** Opens a file that exists, through the page cache. */
export function openToWrite(path) {
  return new File(path, O_WRONLY, false);
}

/** Makes an empty file, to be written and read. */
export function createFile(path, direct) {
  // Otherwise a file that grows beyond the process's limit is a signal that ends it, and no error.
  if (process.listenerCount("SIGXFSZ") === 0) {
    process.on("SIGXFSZ", () => {});
  }
  return new File(path, O_RDWR | O_CREAT | O_TRUNC, direct);
}

/** The next multiple. */
export function roundUp(number, multiple) {
  return Math.ceil(number / multiple) * multiple;
}

/** What divides where blocks begin and end. */
export function granuleOf(direct) {
  return direct ? PAGE_BYTES : RECORD_ALIGNMENT;
}

/** The unsigned number of 64 bits at a place; one that no file reaches may lose its last digits. */
export function numberAt(bytes, at) {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;
}

/** Puts an unsigned number of at most 53 bits into 64. */
export function putNumber(bytes, at, number) {
  bytes.writeUInt32LE(number % 2 ** 32, at);
  bytes.writeUInt32LE(Math.floor(number / 2 ** 32), at + 4);
}
