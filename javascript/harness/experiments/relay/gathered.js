// Fewer bytes are copied sooner than the system takes them as a piece of their own.
const LEAST_PIECE_BYTES = 2048;

/** The places of one sink's frames, which are sent on as they came: from where they lie, if that pays. */
export class Gathered {
  #places = [];
  frames = 0;
  messageBytes = 0;

  get isEmpty() {
    return this.#places.length === 0;
  }

  /** Adds a frame; those that follow each other lie at one place. */
  add({ begin, end, message }) {
    this.frames++;
    this.messageBytes += message.length;
    const last = this.#places.at(-1);
    if (last !== undefined && last.end === begin) {
      last.end = end;
    } else {
      this.#places.push({ begin, end });
    }
  }

  /**
   * Cuts the memory into pieces that are written in turn, and forgets the places: large ones where they lie, and what
   * is between them copied together. Gives also how many bytes were copied.
   */
  cut(memory) {
    const places = this.#places;
    this.#places = [];
    const pieces = [];
    let small = [];
    let copiedBytes = 0;
    const join = () => {
      if (small.length > 0) {
        pieces.push(Buffer.concat(small));
        copiedBytes += pieces.at(-1).length;
        small = [];
      }
    };
    for (const { begin, end } of places) {
      const piece = memory.subarray(begin, end);
      if (places.length === 1 || piece.length >= LEAST_PIECE_BYTES) {
        join();
        pieces.push(piece);
      } else {
        small.push(piece);
      }
    }
    join();
    return { pieces, copiedBytes };
  }
}
