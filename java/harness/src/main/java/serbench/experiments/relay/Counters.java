package serbench.experiments.relay;

/** What a relay has done since its start (PROTOCOL.md, barrier). */
final class Counters {
  /** All that came, barriers aside. */
  long frames;

  /** Of messages, without headers. */
  long bytesIn;

  /** Of those that have been written. */
  long bytesOut;

  long undecodable;
  long undeliverable;
  long torn;

  /** Copied between buffers by the relay itself. */
  long copiedBytes;

  /** Messages that were updated in their bytes. */
  long updatedInPlace;
}
