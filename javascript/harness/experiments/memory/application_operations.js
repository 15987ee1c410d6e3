import { accessOf } from "../../adapter/adapter.js";
import { asMessage, copied } from "../../values/bytes.js";
import { ALL, ONE, TENTH } from "../../values/touch.js";

/** The bytes of an object. Its proof takes an adapter of its own, because the bytes lie in the first one's buffer. */
export class Encode {
  constructor(newAdapter, on) {
    this.adapter = newAdapter();
    this.decoder = newAdapter();
    this.objects = on.objects;
    this.last = null;
  }

  rotate(rotations) {
    const { adapter, objects } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < objects.length; index++) {
        this.last = adapter.encode(objects[index]);
      }
    }
  }

  prove(index) {
    return provenWritten(this.decoder, this.adapter.encode(this.objects[index]));
  }
}

/** What shows that a message was written. */
export function provenWritten(decoder, message) {
  return { value: decoder.decode(copied(message)), size: message.length, written: message };
}

/** A fresh object. It is dropped before the next is decoded or, where the last ones are kept, the oldest of them. */
export class Decode {
  constructor(newAdapter, on) {
    this.adapter = newAdapter();
    this.messages = on.messages;
    this.kept = new Array(on.keep).fill(null);
    this.oldest = 0;
    this.last = null;
  }

  rotate(rotations) {
    if (this.kept.length > 0) {
      this.#rotateAndKeep(rotations);
      return;
    }
    const { adapter, messages } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < messages.length; index++) {
        this.last = adapter.decode(messages[index]);
      }
    }
  }

  #rotateAndKeep(rotations) {
    const { adapter, messages, kept } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < messages.length; index++) {
        kept[this.oldest] = null;
        kept[this.oldest] = adapter.decode(messages[index]);
        this.oldest = this.oldest + 1 === kept.length ? 0 : this.oldest + 1;
      }
    }
  }

  prove(index) {
    const message = this.messages[index];
    return { value: this.adapter.decode(message), size: message.length };
  }
}

/** Decodes into the object that held the one before. */
export class DecodeReuse {
  constructor(newAdapter, on) {
    this.adapter = newAdapter();
    this.messages = on.messages;
    this.used = this.adapter.decode(on.messages.at(-1));
  }

  rotate(rotations) {
    const { adapter, messages, used } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < messages.length; index++) {
        adapter.decodeReuse(messages[index], used);
      }
    }
  }

  prove(index) {
    const message = this.messages[index];
    this.adapter.decodeReuse(message, this.used);
    return { value: this.used, size: message.length };
  }
}

/** Reads by a plan. */
export class Access {
  constructor(newAdapter, on, plan) {
    this.adapter = accessOf(newAdapter());
    this.messages = on.messages;
    this.plan = plan;
    // Each plan has a loop of its own, which calls for one plan only.
    this.loop = [rotateOne, rotateTenth, rotateAll][plan];
    this.last = null;
  }

  rotate(rotations) {
    this.loop(this, rotations);
  }

  prove(index) {
    const { adapter, plan } = this;
    const message = this.messages[index];
    const touch = adapter.access(message, plan);
    return { touch, plan, size: message.length, read: adapter.bytesRead?.(message, plan) };
  }
}

function rotateOne(work, rotations) {
  const { adapter, messages } = work;
  for (let rotation = 0; rotation < rotations; rotation++) {
    for (let index = 0; index < messages.length; index++) {
      work.last = adapter.access(messages[index], ONE);
    }
  }
}

function rotateTenth(work, rotations) {
  const { adapter, messages } = work;
  for (let rotation = 0; rotation < rotations; rotation++) {
    for (let index = 0; index < messages.length; index++) {
      work.last = adapter.access(messages[index], TENTH);
    }
  }
}

function rotateAll(work, rotations) {
  const { adapter, messages } = work;
  for (let rotation = 0; rotation < rotations; rotation++) {
    for (let index = 0; index < messages.length; index++) {
      work.last = adapter.access(messages[index], ALL);
    }
  }
}

/** Encodes and decodes; into the object that held another before, where the codec does so. */
export class Roundtrip {
  constructor(newAdapter, on) {
    this.adapter = newAdapter();
    this.decoder = newAdapter();
    this.reuses = "decodeReuse" in this.decoder;
    this.objects = on.objects;
    this.used = null;
  }

  rotate(rotations) {
    const { objects } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < objects.length; index++) {
        this.#turn(objects[index]);
      }
    }
  }

  /** The size of the message. */
  #turn(object) {
    const message = asMessage(this.adapter.encode(object));
    if (this.reuses && this.used !== null) {
      this.decoder.decodeReuse(message, this.used);
    } else {
      this.used = this.decoder.decode(message);
    }
    return message.length;
  }

  prove(index) {
    const size = this.#turn(this.objects[index]);
    return { value: this.used, size };
  }
}
