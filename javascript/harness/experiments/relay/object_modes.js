// Modes that decode messages to objects.
import { accessOf } from "../../adapter/adapter.js";
import { ONE } from "../../values/touch.js";
import { placeOf } from "./steps.js";

/** Encodes objects as they are: fresh ones, or in each slot the one that is there already. */
export class Objects {
  #newAdapter;
  codec;
  form;
  slots = [];
  /** Whether objects are decoded into again. */
  keeps;

  /** Keeps objects where the codec can decode into them, unless fresh ones are wanted. */
  constructor({ newAdapter, form }, fresh) {
    this.#newAdapter = newAdapter;
    this.codec = newAdapter();
    this.form = form;
    this.keeps = !fresh && this.codec.decodeReuse !== undefined;
  }

  decode(slot, message) {
    if (this.keeps && this.slots[slot]) {
      this.codec.decodeReuse(message, this.slots[slot]);
    } else {
      this.slots[slot] = this.codec.decode(message);
    }
  }

  recover(slot) {
    this.codec = this.#newAdapter();
    this.slots[slot] = null;
  }

  sinkOf(slot, sinks) {
    return placeOf(this.form.touched(this.slots[slot], ONE), sinks);
  }

  change() {
    return false;
  }

  encode(slot) {
    return this.codec.encode(this.slots[slot]);
  }

  release(slot) {
    if (!this.keeps) {
      this.slots[slot] = null;
    }
  }
}

/** Updates the number of objects, which go where they went as they came. */
export class Update extends Objects {
  constructor(subject) {
    super(subject, false);
    this.relayed = subject.form.relayed();
  }

  change(slot) {
    this.relayed.update(this.slots[slot]);
    return false;
  }
}

/** Updates the number in copies of the messages' bytes; where these have no place for it, in an object. */
export class UpdateBytes extends Update {
  #copies = [];

  decode(slot, message) {
    const had = this.#copies[slot]?.memory;
    const memory = had !== undefined && had.length >= message.length ? had : Buffer.allocUnsafeSlow(2 * message.length);
    memory.set(message);
    this.#copies[slot] = { memory, bytes: memory.subarray(0, message.length), inPlace: false };
  }

  sinkOf(slot, sinks) {
    return placeOf(accessOf(this.codec).access(this.#copies[slot].bytes, ONE), sinks);
  }

  change(slot) {
    const at = this.#copies[slot];
    at.inPlace = this.codec.updateNumber(at.bytes);
    if (!at.inPlace) {
      super.decode(slot, at.bytes);
      super.change(slot);
    }
    return at.inPlace;
  }

  encode(slot) {
    const { inPlace, bytes } = this.#copies[slot];
    return inPlace ? bytes : super.encode(slot);
  }

  release(slot) {
    if (!this.#copies[slot].inPlace) {
      super.release(slot);
    }
  }
}

/** Makes parts of objects, which are kept in their slots. */
export class Split extends Objects {
  #sinks;
  #byNumbers;
  #parts = [];

  constructor(subject) {
    super(subject, false);
    this.relayed = subject.form.relayed();
    this.#sinks = subject.sinks;
    this.#byNumbers = subject.byFields;
  }

  change(slot) {
    this.#parts[slot] ??= new Array(this.#sinks).fill(null);
    this.relayed.split(this.slots[slot], this.#parts[slot], this.#byNumbers);
    return false;
  }

  encode(slot, sink) {
    return this.codec.encode(this.#parts[slot][sink]);
  }
}

/** Sends on what envelopes hold. */
export class Envelope extends Objects {
  constructor(subject) {
    super(subject, false);
    this.relayed = subject.form.relayed();
  }

  sinkOf(slot, sinks) {
    return Number(this.relayed.destination(this.slots[slot]) % BigInt(sinks));
  }

  encode(slot) {
    return this.relayed.payload(this.slots[slot]);
  }
}
