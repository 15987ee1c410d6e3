import { PAGE_BYTES, roundUp } from "./file.js";

const WASM_PAGE_BYTES = 65536;

/** Memory for input and output; past the page cache it has to begin at a page's boundary. */
export class PageBuffer {
  #direct;

  /** Has so many bytes and hardly more, for one that has to fit a budget. */
  constructor(bytes, direct) {
    this.#direct = direct;
    this.bytes = bufferOf(roundUp(Math.max(bytes, 1), PAGE_BYTES), direct);
  }

  /** Makes room for so many bytes. What was there is lost when the memory grows. */
  require(bytes) {
    if (bytes > this.bytes.length) {
      this.bytes = Buffer.alloc(0);
      this.bytes = bufferOf(roundUp(2 * bytes, PAGE_BYTES), this.#direct);
    }
  }
}

function bufferOf(bytes, direct) {
  if (!direct) {
    return Buffer.allocUnsafeSlow(bytes);
  }
  // Of all memory in JavaScript only WebAssembly's is known to begin at a page.
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / WASM_PAGE_BYTES) });
  return Buffer.from(memory.buffer, 0, bytes);
}
