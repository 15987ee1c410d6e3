const FIRST_BYTES = 65536;

/** Messages that are set aside as they come, because a codec's buffer holds one at a time. */
export class Staged {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #ends = [];

  /** How many there are. */
  get count() {
    return this.#ends.length;
  }

  /** How many bytes a message has. */
  sizeOf(i) {
    return this.#ends[i] - this.#beginOf(i);
  }

  /** One of them, valid until the next are set aside. */
  message(i) {
    return this.#bytes.subarray(this.#beginOf(i), this.#ends[i]);
  }

  /** Copies a message to a place in memory. */
  copy(i, to, place) {
    this.#bytes.copy(to, place, this.#beginOf(i), this.#ends[i]);
  }

  /** Forgets them; their memory is used again. */
  clear() {
    this.#ends.length = 0;
  }

  /** Sets a message aside. */
  add(message) {
    const begin = this.#beginOf(this.count);
    const end = begin + message.length;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * end);
      this.#bytes.copy(larger, 0, 0, begin);
      this.#bytes = larger;
    }
    this.#bytes.set(message, begin);
    this.#ends.push(end);
  }

  #beginOf(i) {
    return i === 0 ? 0 : this.#ends[i - 1];
  }
}
