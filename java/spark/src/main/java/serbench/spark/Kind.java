package serbench.spark;

/** The byte before each value of a stream. */
final class Kind {
  static final byte NULL = 0;

  /** A message of the codec; its size, a varint, is before it. */
  static final byte ROOT = 1;

  /** A number, as a zigzag varint. */
  static final byte LONG = 2;

  /** A Tuple2, both values. */
  static final byte PAIR = 3;

  /** An ArrayList: its size, a varint, and its values. */
  static final byte LIST = 4;

  /** Anything else by Java's serialization, with its size. */
  static final byte FOREIGN = 5;

  private Kind() {}
}
