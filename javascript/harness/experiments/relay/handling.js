import { failureOf } from "../../adapter/failure.js";
import { PhaseTimes } from "../../timing/phase_times.js";
import { frameAt } from "./frames.js";

const NAMES = ["decode", "route", "encode", "write"];
/** The phases, by their places among the names. Node's event loop has read what is there, which nobody can time. */
export const PHASE = Object.freeze(Object.fromEntries(NAMES.map((name, place) => [name, place])));

const ONLY_SLOT = 0;

/** A message of a block, with its slot, the first of its sinks and the end of them. */
class Taken {
  sink = 0;
  sinksEnd = 0;

  constructor(frame, slot) {
    this.frame = frame;
    this.slot = slot;
  }
}

/**
 * Passes frames on, message by message or, where phases are asked for, in blocks whose steps are timed; and counts.
 */
export class Handling {
  #steps;
  #traits;
  #sinks;
  #byFields;
  #blockFrames;
  #largest;
  #phases = null;
  counts = { frames: 0, bytesIn: 0, undecodable: 0, updatedInPlace: 0, copiedBytes: 0 };

  /** `byFields`: messages go to sinks by their fields. No message has more than `largest` bytes. */
  constructor({ steps, traits }, sinks, { byFields, block, largest }) {
    this.#steps = steps;
    this.#traits = traits;
    this.#sinks = sinks;
    this.#byFields = byFields;
    this.#blockFrames = block;
    this.#largest = largest;
  }

  /** The times of the phases since they were asked for, or null. */
  get phases() {
    return this.#phases;
  }

  askForPhases(asked) {
    this.#phases = asked ? new PhaseTimes(...NAMES) : null;
  }

  /** Times the step where phases are asked for. */
  timed(phase, step) {
    if (this.#phases === null) {
      step();
    } else {
      this.#phases.timed(phase, step);
    }
  }

  /**
   * Passes on the frames of a source up to the next barrier, which it gives; null where a frame is not complete or a
   * sink has to be waited for.
   */
  handle(source) {
    const { memory } = source;
    try {
      return this.#phases === null ? this.#oneByOne(source) : this.#inBlocks(source);
    } finally {
      this.timed(PHASE.write, () => this.#sinks.writeGathered(memory));
    }
  }

  #next(source) {
    const frame = frameAt(source.memory, source.handled, source.filled, this.#largest);
    if (frame !== null) {
      source.handled = frame.end;
      if (!frame.isBarrier) {
        this.counts.frames++;
        this.counts.bytesIn += frame.message.length;
      }
    }
    return frame;
  }

  #oneByOne(source) {
    while (!this.#sinks.isWaiting) {
      const frame = this.#next(source);
      if (frame === null || frame.isBarrier) {
        return frame;
      }
      const one = new Taken(frame, ONLY_SLOT);
      if (this.#decode(one) && this.#route(one)) {
        this.#put(one);
        this.#steps.release(ONLY_SLOT);
        this.#writeFull(one);
      }
    }
    return null;
  }

  #writeFull({ sink, sinksEnd }) {
    for (let number = sink; number < sinksEnd; number++) {
      if (this.#sinks.at(number).isFull) {
        this.#sinks.at(number).write();
      }
    }
  }

  #inBlocks(source) {
    while (!this.#sinks.isWaiting) {
      const block = [];
      let last = null;
      try {
        do {
          last = this.#next(source);
          if (last !== null && !last.isBarrier) {
            block.push(new Taken(last, block.length));
          }
        } while (last !== null && !last.isBarrier && block.length < this.#blockFrames);
      } finally {
        this.#handleBlock(block);
      }
      if (last === null || last.isBarrier) {
        return last;
      }
    }
    return null;
  }

  #handleBlock(block) {
    if (block.length === 0) {
      return;
    }
    const traits = this.#traits;
    let left = block;
    if (traits.decodes) {
      this.timed(PHASE.decode, () => {
        left = left.filter((one) => this.#decode(one));
      });
    }
    this.timed(PHASE.route, () => {
      left = left.filter((one) => this.#route(one));
    });
    this.timed(traits.sendsFrames || traits.sendsHeld ? PHASE.write : PHASE.encode, () => {
      left.forEach((one) => this.#put(one));
    });
    if (traits.releases) {
      // As in the operation decode, an object's release belongs to its making.
      this.timed(PHASE.decode, () => left.forEach(({ slot }) => this.#steps.release(slot)));
    }
    this.timed(PHASE.write, () => this.#sinks.writeFull());
  }

  /** Tells whether the message could be read; one that could not is counted. */
  #decode(one) {
    if (!this.#traits.decodes) {
      return true;
    }
    try {
      this.#steps.decode(one.slot, one.frame.message);
    } catch {
      return this.#leaveOut(one);
    }
    if (this.#traits.copies) {
      this.counts.copiedBytes += one.frame.message.length;
    }
    return true;
  }

  /** Finds the sinks of the message and changes it. Some codecs notice only here that it cannot be read. */
  #route(one) {
    try {
      this.#findSinks(one);
      if (this.#traits.decodes && this.#steps.change(one.slot)) {
        this.counts.updatedInPlace++;
      }
      return true;
    } catch {
      return this.#leaveOut(one);
    }
  }

  #findSinks(one) {
    const sinks = this.#sinks.length;
    if (this.#traits.sendsToAll) {
      one.sinksEnd = sinks;
      return;
    }
    one.sink = this.#byFields ? this.#steps.sinkOf(one.slot, sinks) : one.frame.number % sinks;
    one.sinksEnd = one.sink + 1;
  }

  #leaveOut(one) {
    this.#steps.recover(one.slot);
    this.counts.undecodable++;
    return false;
  }

  /** Puts what the sinks get for the message where it waits for being written. */
  #put(one) {
    for (let number = one.sink; number < one.sinksEnd; number++) {
      const sink = this.#sinks.at(number);
      if (this.#traits.sendsFrames) {
        sink.gather(one.frame);
      } else {
        sink.put(one.frame, this.#encoded(one, number));
      }
    }
  }

  /** A message that was read and cannot be written ends the relay. */
  #encoded(one, sink) {
    try {
      return this.#steps.encode(one.slot, sink);
    } catch (fault) {
      throw failureOf(fault);
    }
  }
}
