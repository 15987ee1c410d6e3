import { hasAccess, hasMessages } from "../../page/page.js";
import { startProcess } from "../../timing/clock.js";
import { digest } from "../../values/digest.js";
import { Writer } from "../../values/writer.js";
import { acceptedTouch, acceptedValue, failed, unreadable } from "./finding.js";

/** An instance of a codec that reads wrong bytes by one operation or another. */
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
   * message: `{finding, cpuNs}`. The decode of a codec with messages is made of two steps.
   */
  operations() {
    const codec = this.#codec;
    const inSteps = (open) => (message) => this.#inSteps((bytes) => codec[open](bytes), message);
    const decode = hasMessages(codec) ? inSteps("deserialize") : (message) => this.#decode(message);
    const all = [{ name: "decode", tried: decode }];
    if (codec.deserializeFresh !== undefined) {
      all.push({ name: "deserialize", tried: inSteps("deserializeFresh") });
    }
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
  #inSteps(open, message) {
    let opened = false;
    const took = measured(() => {
      const read = open(message);
      opened = true;
      return { object: this.#codec.extract(read) };
    });
    return this.#judged(took, opened);
  }

  #access(message) {
    const { result, thrown, cpuNs } = measured(() => this.#codec.accessAll(message));
    const finding = result === undefined ? failed(thrown, false) : acceptedTouch(result.bits());
    return { finding, cpuNs };
  }

  /** Computes the digest, which is not measured. */
  #judged({ result, thrown, cpuNs }, opened) {
    if (result === undefined) {
      return { finding: failed(thrown, opened), cpuNs };
    }
    try {
      return { finding: acceptedValue(digest(this.#form, result.object, this.#value)), cpuNs };
    } catch (fault) {
      return { finding: unreadable(fault), cpuNs };
    }
  }
}

/** What the work gives, or what it has thrown, and its CPU time. */
function measured(work) {
  const watch = startProcess();
  try {
    const result = work();
    return { result, cpuNs: watch.cpuNs() };
  } catch (thrown) {
    return { thrown, cpuNs: watch.cpuNs() };
  }
}
