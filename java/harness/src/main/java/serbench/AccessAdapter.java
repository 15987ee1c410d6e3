package serbench;

import java.util.OptionalLong;

/** The adapter of a library that reads fields without a full decode. */
public interface AccessAdapter {
  /** Reads the fields of a plan and returns the touch of what it read (FORMAT.md). */
  long access(Bytes message, Plan plan);

  /**
   * How many bytes of the message {@code access} reads, counted where the library reads them; empty
   * where nobody counts.
   */
  default OptionalLong bytesRead(Bytes message, Plan plan) {
    return OptionalLong.empty();
  }
}
