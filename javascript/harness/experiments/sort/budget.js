import { refuse } from "../../protocol/refusal.js";
import { RECORD_ALIGNMENT, roundUp } from "../store/file.js";
import { BYTES_A_BLOCK, OBJECTS_A_BLOCK } from "../store/share.js";
import { ENTRY_BYTES } from "./entries.js";

// A block that is read or written takes at most this part of the memory, so that the blocks, which come on top of what
// is held, are a small part of it.
const BLOCKS_A_MEMORY = 64;

/** How the memory of a sort is divided. */
export class Budget {
  constructor(memoryBytes, fanIn) {
    this.memoryBytes = memoryBytes;
    this.fanIn = fanIn;
    /** What an object takes in the heap for each byte of its message; 0 where only bytes are held. */
    this.heapPerByte = 0;
  }

  /** The block that is read from the store. */
  get inputBlockBytes() {
    return Math.min(Math.floor(this.memoryBytes / BLOCKS_A_MEMORY), BYTES_A_BLOCK);
  }

  /** The block whose objects are there only while their keys are read: less, because objects take more. */
  get decodedBlockBytes() {
    return Math.floor(this.inputBlockBytes / 4);
  }

  /** The block that is written to a run. The one merge that reads most blocks has to hold them all. */
  runBlockBytes(memoryPerByte) {
    return Math.min(this.mergedBlockBytes(this.fanIn, memoryPerByte), this.inputBlockBytes);
  }

  /** The largest block of which one from each run and one that is written fit, with what is made of them. */
  mergedBlockBytes(runs, memoryPerByte) {
    return Math.min(Math.floor(this.memoryBytes / ((runs + 1) * memoryPerByte)), BYTES_A_BLOCK);
  }

  /** What a byte of a message takes in a merge, its own included. */
  memoryPerByte(records, messageBytes) {
    return 1 + this.heapPerByte + (ENTRY_BYTES * records) / Math.max(messageBytes, 1);
  }

  /** What the records of a block take that is held, of which their reading took so much. */
  heldBytes(block, readBytes) {
    const noted = ENTRY_BYTES * block.length;
    if (this.heapPerByte === 0) {
      return readBytes + noted;
    }
    const bytes = block.sizes.reduce((sum, size) => sum + roundUp(size, RECORD_ALIGNMENT), 0);
    return Math.ceil(this.heapPerByte * bytes) + noted;
  }

  tooSmall() {
    return refuse(`The memory of ${this.memoryBytes} bytes does not hold one block.`);
  }
}

/** How many of so many records make a block of at most so many bytes: at least one, if there is one. */
export function blockRecords(count, mostBytes, sizeOf) {
  const most = Math.min(count, OBJECTS_A_BLOCK);
  let total = 0;
  for (let i = 0; i < most; i++) {
    total += sizeOf(i);
    if (i > 0 && total > mostBytes) {
      return i;
    }
  }
  return most;
}

/** How many of these that are located are read first. */
export function firstBlock(all, mostBytes) {
  return blockRecords(all.length, mostBytes, (i) => all.sizes[i]);
}
