import { getHeapStatistics } from "node:v8";
import { accessOf, hasAccess, hasMessages } from "../../adapter/adapter.js";
import { startProcess } from "../../timing/clock.js";
import { digest } from "../../values/digest.js";
import { ALL } from "../../values/touch.js";
import { Writer } from "../../values/writer.js";
import { acceptedTouch, acceptedValue, failed, refusedMemory, unreadable } from "./finding.js";

/** An instance of a codec that reads malformed input by one operation or another. */
export class Reading {
  #codec;
  #form;
  #value = new Writer();

  constructor(codec, form) {
    this.#codec = codec;
    this.#form = form;
  }

  /**
   * The operations that the codec has and that are not the same code as another one, each with what `tried` gives of a
   * message: `{finding, cost}`. The decode of a codec with messages is made of two steps.
   */
  operations() {
    const codec = this.#codec;
    const decode = (message) => (hasMessages(codec) ? this.#inSteps(message) : this.#decode(message));
    const all = [{ name: "decode", tried: decode }];
    if (hasAccess(codec)) {
      all.push({ name: "access-all", tried: (message) => this.#access(message) });
    }
    return all;
  }

  #decode(message) {
    return this.#judged(
      measured(() => ({ object: this.#codec.decode(message) })),
      false,
    );
  }

  /** Reads into the library's form, and from there to an object. */
  #inSteps(message) {
    let opened = false;
    const took = measured(() => {
      const read = this.#codec.deserialize(message);
      opened = true;
      return { object: this.#codec.extract(read) };
    });
    return this.#judged(took, opened);
  }

  #access(message) {
    const { result, thrown, cost } = measured(() => accessOf(this.#codec).access(message, ALL));
    const finding = result === undefined ? failed(thrown, false) : acceptedTouch(result.bits());
    return { finding, cost };
  }

  /** Computes the digest, which is not measured. */
  #judged({ result, thrown, cost }, opened) {
    if (result === undefined) {
      return { finding: failed(thrown, opened), cost };
    }
    try {
      return { finding: acceptedValue(digest(this.#form, result.object, this.#value)), cost };
    } catch (fault) {
      return { finding: unreadable(fault), cost };
    }
  }
}

/** What the work gives, or what it has thrown, and its cost. */
function measured(work) {
  const before = bufferBytes();
  const watch = startProcess();
  try {
    const result = work();
    return { result, cost: costOf(watch.cpuNs(), before, 0) };
  } catch (thrown) {
    // How much was asked for is not known, but it was more than there is.
    const refusedBytes = refusedMemory(thrown) ? getHeapStatistics().heap_size_limit : 0;
    return { thrown, cost: costOf(watch.cpuNs(), before, refusedBytes) };
  }
}

/** Buffers that were collected meanwhile do not count against new ones. */
function costOf(cpuNs, bytesBefore, largestBytes) {
  return { cpuNs, largestBytes, allocatedBytes: Math.max(0, bufferBytes() - bytesBefore) };
}

/** The size of all buffers, which lie outside V8's heap. */
function bufferBytes() {
  return getHeapStatistics().external_memory;
}
