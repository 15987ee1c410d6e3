import { Sink } from "./sink.js";

/** The sinks by number, and what has become of their frames. `bytesOut` are those of messages that were written. */
export class Sinks {
  #all;
  counts = { bytesOut: 0, undeliverable: 0, copiedBytes: 0 };

  /** `drained` is called whenever a write has ended that had to wait. */
  constructor(sockets, drained) {
    this.#all = sockets.map((socket) => new Sink(socket, this.counts, drained));
  }

  get length() {
    return this.#all.length;
  }

  /** Whether one has not taken what was written: then nothing more is handled, so nothing piles up. */
  get isWaiting() {
    return this.#all.some((sink) => sink.isWaiting);
  }

  get hasUnwritten() {
    return this.#all.some((sink) => sink.hasUnwritten);
  }

  at(number) {
    return this.#all[number];
  }

  putBarrier(barrier) {
    for (const sink of this.#all) {
      sink.putBarrier(barrier);
    }
  }

  writeGathered(memory) {
    for (const sink of this.#all) {
      sink.writeGathered(memory);
    }
  }

  writeFull() {
    for (const sink of this.#all) {
      if (sink.isFull) {
        sink.write();
      }
    }
  }

  writeAll() {
    for (const sink of this.#all) {
      sink.write();
    }
  }
}
