import { Refusal } from "../../protocol/refusal.js";
import { PHASE } from "./handling.js";
import { Barriers } from "./barriers.js";

/**
 * Has the frames of sources handled as they come, and reports at barriers. The event loop reads and writes: whatever
 * waits for a sink is left where it is, and goes on when the sink has taken what was written.
 */
export class Relaying {
  #handling;
  #report;
  #barriers;
  #sockets = [];
  #torn = 0;
  // The barrier that is being passed on.
  #passing = null;
  #fault = null;
  #ended;

  /** `sinks` is set once they are connected. */
  constructor(sources, report) {
    this.sources = sources;
    this.sinks = null;
    this.#report = report;
    this.#barriers = new Barriers(sources.length);
  }

  /** How the socket of a source is read, whose end is heard once it was added. */
  receiverOf(number) {
    const source = this.sources[number];
    return source.receive(
      () => {
        this.advance();
        return this.#mayRead(number);
      },
      () => this.sinks?.isWaiting ?? false,
    );
  }

  /** Takes the socket of the next source. */
  add(socket) {
    const source = this.sources[this.#sockets.length];
    const end = () => {
      source.end();
      this.advance();
    };
    socket.once("end", end);
    socket.once("error", end);
    this.#sockets.push(socket);
  }

  /**
   * Relays until all sources have ended, or something has come with which the relay cannot go on: then what came before
   * is sent. Gives the failure, or null.
   */
  run(handling) {
    this.#handling = handling;
    return new Promise((resolve, reject) => {
      this.#ended = { resolve, reject };
      this.advance();
    });
  }

  /** Reports what has been done so far. */
  tell(number) {
    const { sources, sinks } = this;
    this.#report.send(number, { torn: this.#torn, sources, handling: this.#handling, sinks });
  }

  #mayRead(number) {
    const isSending = this.#barriers.isSending(number) && !this.sources[number].hasEnded;
    return this.#ended !== undefined && isSending && !this.sinks.isWaiting && this.#fault === null;
  }

  /** Does all that can be done with what has come. */
  advance() {
    if (this.#ended === undefined) {
      return;
    }
    try {
      while (!this.sinks.isWaiting && this.#step()) {
        // A step says whether there may be another.
      }
    } catch (fault) {
      if (fault instanceof Refusal || this.#fault !== null) {
        this.#ended.reject(fault);
        return;
      }
      this.#fault = fault;
      this.advance();
      return;
    }
    if (!this.sinks.isWaiting && (this.#fault !== null || this.#barriers.haveAllEnded)) {
      this.#ended.resolve(this.#fault);
      return;
    }
    this.#readOn();
  }

  /** Does the next thing there is to do; false where there is none. */
  #step() {
    const news = this.#passing === null && this.#fault === null ? this.#sourceWithNews() : -1;
    if (news >= 0) {
      this.#handle(news);
      return true;
    }
    if (this.sinks.hasUnwritten) {
      this.#handling.timed(PHASE.write, () => this.sinks.writeAll());
      return true;
    }
    if (this.#fault !== null) {
      return false;
    }
    return this.#passing === null ? this.#beginBarrier() : this.#endBarrier();
  }

  #sourceWithNews() {
    return this.sources.findIndex(({ hasNews }, number) => hasNews && this.#barriers.isSending(number));
  }

  /** Handles what has come from the source, up to a barrier or to the beginning of a frame. */
  #handle(number) {
    const source = this.sources[number];
    const barrier = this.#handling.handle(source);
    if (barrier !== null) {
      this.#barriers.came(number, barrier);
      return;
    }
    source.hasNews = this.sinks.isWaiting;
    if (source.hasEnded && !source.hasNews) {
      this.#torn += source.isTorn ? 1 : 0;
      this.#barriers.end(number);
    }
  }

  /** Sends the barrier that has come from every source to every sink. */
  #beginBarrier() {
    this.#passing = this.#barriers.takeDue();
    if (this.#passing === null) {
      return false;
    }
    this.sinks.putBarrier(this.#passing);
    return true;
  }

  /** Reports once all was written. */
  #endBarrier() {
    this.tell(this.#passing.low);
    this.#handling.askForPhases(this.#passing.asksForPhases);
    this.#passing = null;
    return true;
  }

  /** Has those sources read again that have waited. */
  #readOn() {
    for (const [number, socket] of this.#sockets.entries()) {
      if (this.sources[number].isStopped && this.#mayRead(number)) {
        this.sources[number].isStopped = false;
        socket.resume();
      }
    }
  }
}
