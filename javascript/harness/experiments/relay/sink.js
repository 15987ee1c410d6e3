import { HEADER_BYTES, putHeader } from "./frames.js";
import { Gathered } from "./gathered.js";

/** What a buffer holds before it is written. */
const FULL_BYTES = 100 * 1024;

/** The frames for one sink: in a buffer, or where they came. */
export class Sink {
  #socket;
  #counts;
  #drained;
  #buffer = null;
  #spare = Buffer.allocUnsafeSlow(2 * FULL_BYTES);
  #used = 0;
  #frames = 0;
  #messageBytes = 0;
  #gathered = new Gathered();
  #waiting = null;

  /** `counts` are those of all sinks. `drained` is called when a write has ended that had to wait. */
  constructor(socket, counts, drained) {
    this.#socket = socket;
    this.#counts = counts;
    this.#drained = drained;
  }

  /** Whether the system has not yet taken all that was written. */
  get isWaiting() {
    return this.#waiting !== null;
  }

  get isFull() {
    return this.#used >= FULL_BYTES;
  }

  get hasUnwritten() {
    return this.#used > 0;
  }

  /** Puts a frame into the buffer. */
  put(sequence, message) {
    this.#putHeader(sequence, message.length);
    this.#buffer.set(message, this.#used);
    this.#used += message.length;
    this.#frames++;
    this.#messageBytes += message.length;
    this.#counts.copiedBytes += HEADER_BYTES + message.length;
  }

  /** Puts a barrier into the buffer, which is no frame of a source. */
  putBarrier(barrier) {
    this.#putHeader(barrier, 0);
  }

  #putHeader(sequence, length) {
    this.#require(this.#used + HEADER_BYTES + length);
    putHeader(this.#buffer, this.#used, length, sequence);
    this.#used += HEADER_BYTES;
  }

  #require(bytes) {
    if (this.#buffer === null) {
      this.#buffer = this.#spare ?? Buffer.allocUnsafeSlow(2 * FULL_BYTES);
      this.#spare = null;
    }
    if (bytes > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(2 * bytes);
      this.#buffer.copy(larger, 0, 0, this.#used);
      this.#buffer = larger;
    }
  }

  /** Has a frame written from where it lies in the memory of its source. */
  gather(frame) {
    this.#gathered.add(frame);
  }

  /** Writes what has been gathered from this memory. */
  writeGathered(memory) {
    if (this.#gathered.isEmpty) {
      return;
    }
    const { frames, messageBytes } = this.#gathered;
    const { pieces, copiedBytes } = this.#gathered.cut(memory);
    this.#gathered = new Gathered();
    this.#counts.copiedBytes += copiedBytes;
    this.#write(pieces, { frames, messageBytes, buffer: null });
  }

  /** Writes the buffer. */
  write() {
    if (this.#used === 0) {
      return;
    }
    const pieces = [this.#buffer.subarray(0, this.#used)];
    const written = { frames: this.#frames, messageBytes: this.#messageBytes, buffer: this.#buffer };
    this.#buffer = null;
    this.#used = 0;
    this.#frames = 0;
    this.#messageBytes = 0;
    this.#write(pieces, written);
  }

  /** Lets the system take what it takes at once; where that is not all, the sink waits. */
  #write(pieces, written) {
    const socket = this.#socket;
    if (isGone(socket)) {
      this.#count(written);
      return;
    }
    this.#waiting = written;
    const last = pieces.pop();
    socket.cork();
    for (const piece of pieces) {
      socket.write(piece);
    }
    socket.write(last, () => this.#afterWaiting(written));
    socket.uncork();
    if (isGone(socket) || socket.writableLength === 0) {
      this.#count(written);
    }
  }

  #afterWaiting(written) {
    if (this.#waiting === written) {
      this.#count(written);
      this.#drained();
    }
  }

  /** A write has ended; of one that broke all frames are lost. */
  #count({ frames, messageBytes, buffer }) {
    this.#waiting = null;
    if (isGone(this.#socket)) {
      this.#counts.undeliverable += frames;
    } else {
      this.#counts.bytesOut += messageBytes;
    }
    if (buffer !== null && buffer.length <= 2 * FULL_BYTES) {
      this.#spare = buffer;
    }
  }
}

function isGone(socket) {
  return socket.errored !== null || socket.destroyed;
}
