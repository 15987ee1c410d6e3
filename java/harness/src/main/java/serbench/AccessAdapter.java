package serbench;

/** The adapter of a library that reads fields without a full decode. */
public interface AccessAdapter {
  /** Reads the fields of a plan and returns the touch of what it read (FORMAT.md). */
  long access(Bytes message, Plan plan);
}
