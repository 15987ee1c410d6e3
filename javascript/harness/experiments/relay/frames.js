// Frames: u32 length, u64 sequence, and that many bytes of one message, little-endian. A sequence is kept in its two
// halves, of which `high` has the source's number above the highest 16 bits of the message's.
import { Failure } from "../../adapter/failure.js";

export const HEADER_BYTES = 12;

const HIGH_OF_NUMBER = 0xffff;
const ASKS_FOR_PHASES = 1;

/** A message as it came, and where its frame lies in the memory of its source; or a barrier, without a message. */
export class Frame {
  constructor(low, high, message, begin, end) {
    this.low = low;
    this.high = high;
    this.message = message;
    this.begin = begin;
    this.end = end;
  }

  /** Of the message in its source. */
  get number() {
    return (this.high & HIGH_OF_NUMBER) * 2 ** 32 + this.low;
  }

  get isBarrier() {
    return this.high >>> 31 === 1;
  }

  get asksForPhases() {
    return (this.high & ASKS_FOR_PHASES) !== 0;
  }
}

/** Puts the header of a frame at a place. */
export function putHeader(to, place, length, { low, high }) {
  to.writeUInt32LE(length, place);
  to.writeUInt32LE(low, place + 4);
  to.writeUInt32LE(high, place + 8);
}

/**
 * The frame that begins at a place of memory that is filled up to `end`; null if not all of it has come. Throws where
 * it has a longer message than was agreed, of which nothing more is read.
 */
export function frameAt(memory, begin, end, largest) {
  if (end - begin < HEADER_BYTES) {
    return null;
  }
  const length = memory.readUInt32LE(begin);
  const low = memory.readUInt32LE(begin + 4);
  const high = memory.readUInt32LE(begin + 8);
  const isBarrier = high >>> 31 === 1;
  if (isBarrier && length > 0) {
    throw cannotGoOn(`A barrier has ${length} bytes where none belong.`);
  }
  if (length > largest) {
    throw cannotGoOn(`A frame of ${length} bytes is longer than ${largest}.`);
  }
  const first = begin + HEADER_BYTES;
  const frameEnd = first + length;
  return frameEnd > end ? null : new Frame(low, high, memory.subarray(first, frameEnd), begin, frameEnd);
}

/** The failure of a relay that does not understand what has come. */
export function cannotGoOn(detail) {
  return new Failure("error", detail);
}
