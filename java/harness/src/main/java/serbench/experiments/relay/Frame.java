package serbench.experiments.relay;

/** The header of a frame: u32 length, u64 sequence, little-endian (PROTOCOL.md, relay). */
final class Frame {
  static final int LENGTH_BYTES = 4;
  static final int HEADER_BYTES = 12;

  private static final long NUMBER = (1L << 48) - 1;
  private static final long PHASES = 1L << 32;
  private static final long BARRIER_NUMBER = PHASES - 1;
  private static final long BARRIER = 1L << 63;

  private Frame() {}

  static boolean isBarrier(long sequence) {
    return sequence < 0;
  }

  static long barrier(long number, boolean phases) {
    return BARRIER | (phases ? PHASES : 0) | number;
  }

  static long barrierNumber(long sequence) {
    return sequence & BARRIER_NUMBER;
  }

  static boolean asksForPhases(long sequence) {
    return (sequence & PHASES) != 0;
  }

  /** The number of a message in its source. */
  static long number(long sequence) {
    return sequence & NUMBER;
  }
}
