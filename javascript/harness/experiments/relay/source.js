/** What is read at once. */
const READ_BYTES = 128 * 1024;

/** What has come from a source and has not been handled yet. */
export class Source {
  #hasEnded = false;

  constructor() {
    this.memory = Buffer.allocUnsafeSlow(2 * READ_BYTES);
    this.handled = 0;
    this.filled = 0;
    /** Whether there may be frames that have not been handled. */
    this.hasNews = false;
    /** Whether reading goes on only when it is asked for. */
    this.isStopped = false;
    this.copiedBytes = 0;
  }

  /** Has a socket read to where there is room, after each time calling `came`, which says whether to go on. */
  receive(came, inUse) {
    return {
      buffer: () => this.#room(inUse()),
      callback: (bytes) => {
        this.filled += bytes;
        this.hasNews = true;
        this.isStopped = !came();
        return !this.isStopped;
      },
    };
  }

  /** The source has sent its last byte. */
  end() {
    this.#hasEnded = true;
    this.hasNews = true;
  }

  get hasEnded() {
    return this.#hasEnded;
  }

  /** Whether bytes are left that are no frame. */
  get isTorn() {
    return this.handled < this.filled;
  }

  /**
   * The memory for the next read. The beginning of a frame is moved to where that read makes it whole: elsewhere, where
   * the memory is in use, because frames are still written from where they lie.
   */
  #room(inUse) {
    if (this.handled > 0 || this.filled + READ_BYTES > this.memory.length) {
      const rest = this.filled - this.handled;
      const fits = rest + READ_BYTES <= this.memory.length;
      const to = fits && !inUse ? this.memory : Buffer.allocUnsafeSlow(sizeFor(rest));
      this.memory.copy(to, 0, this.handled, this.filled);
      this.memory = to;
      this.handled = 0;
      this.filled = rest;
      this.copiedBytes += rest;
    }
    return this.memory.subarray(this.filled, this.filled + READ_BYTES);
  }
}

function sizeFor(rest) {
  return 2 * Math.max(rest, READ_BYTES);
}
