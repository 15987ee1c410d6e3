import { refuse } from "../../protocol/refusal.js";
import { ONE } from "../../values/touch.js";

/** Keys of 64 bits in two halves, because a BigInt for each would cost more than what is measured. */
export class Keys {
  constructor(count) {
    this.high = new Uint32Array(count);
    this.low = new Uint32Array(count);
  }

  set(i, { high, low }) {
    this.high[i] = high;
    this.low[i] = low;
  }
}

/** What objects are sorted by, of which a sort may leave only some different ones. */
export class KeyKind {
  #of;
  #distinct;

  /** Refuses a key that objects of the workload lack. A floor, which holds none, takes keys from a list. */
  constructor(name, distinct, bench) {
    const study = bench.plain.studyKey();
    this.isStudy = name === "study";
    this.#distinct = BigInt(distinct);
    /** The keys by the objects' numbers, 8 bytes each, where the contract takes them from a file. */
    this.listed = null;
    if (name === "access") {
      this.#of = (object) => bench.form.touched(object, ONE);
    } else if (!this.isStudy) {
      throw refuse(`There is no key "${name}".`);
    } else if (study === null) {
      throw refuse(`The objects of ${bench.about.workload} have no key "study".`);
    } else {
      this.#of = (object) => halvesOf(study(object));
    }
  }

  /** The key of an object. */
  of(object) {
    return this.cut(this.#of(object));
  }

  /** The listed key of the object of a number. */
  listedOf(number) {
    const at = 8 * number;
    return this.cut({ low: this.listed.readUInt32LE(at), high: this.listed.readUInt32LE(at + 4) });
  }

  /** Leaves only some different keys. */
  cut(key) {
    if (this.#distinct === 0n) {
      return key;
    }
    return halvesOf(((BigInt(key.high) << 32n) | BigInt(key.low)) % this.#distinct);
  }
}

function halvesOf(key) {
  return { low: Number(key & 0xffffffffn), high: Number(key >> 32n) };
}
