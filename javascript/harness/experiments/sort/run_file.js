import fs from "node:fs";
import { join } from "node:path";
import { because, refuseFile } from "../../protocol/refusal.js";
import { createFile, RECORD_ALIGNMENT, roundUp } from "../store/file.js";
import { Record } from "./record.js";

export const RUN_HEADER_BYTES = 16;

/** A run: a sorted piece of the records in a file of its own (PROTOCOL.md, sort). */
export class RunFile {
  headerBytes = RUN_HEADER_BYTES;
  bytes = 0;
  /** Each `{bytes, records}`, written at once, and read at once. */
  blocks = [];
  /** How often its records have been merged at most. */
  merges = 0;

  /** Makes a file that has no name any more once it is open, so it is gone however this process ends. */
  constructor(asked) {
    const path = join(asked.scratch, `run-${asked.runsMade++}`);
    this.file = createFile(path, asked.direct);
    this.direct = asked.direct;
    try {
      fs.unlinkSync(path);
    } catch (fault) {
      throw refuseFile(path, `cannot be removed: ${because(fault)}`);
    }
  }

  putHeader(record, to, place) {
    to.writeUInt32LE(record.size, place);
    to.writeUInt32LE(record.number, place + 4);
    to.fill(0, place + 8, place + RUN_HEADER_BYTES);
  }

  write(block) {
    this.file.writeAt(block, this.bytes);
    return this.bytes;
  }

  note(begin, blockBytes, placed) {
    this.bytes = begin + blockBytes;
    this.blocks.push({ bytes: blockBytes, records: placed.length });
  }

  complete() {}

  sync() {
    this.file.sync();
  }

  get largestBlockBytes() {
    return this.blocks.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  }
}

/** The records, so many, of a block that was read to a place in memory. */
export function recordsOf(count, memory, place) {
  const records = [];
  for (let at = place; records.length < count;) {
    const begin = at + RUN_HEADER_BYTES;
    const end = begin + memory.readUInt32LE(at);
    records.push(new Record(memory.readUInt32LE(at + 4), memory, begin, end));
    at = roundUp(end, RECORD_ALIGNMENT);
  }
  return records;
}

/** How often records have been merged at most that are merged once more. */
export function mergesOf(runs) {
  return runs.reduce((most, { merges }) => Math.max(most, merges + 1), 0);
}
