package serbench;

/**
 * The adapter of a library that changes a number in the bytes of a message. It also implements
 * {@link AccessAdapter}, by which such messages find their sinks.
 */
public interface UpdateAdapter extends AccessAdapter {
  /**
   * Adds 1 to the number wherever it occurs (FORMAT.md, section 7). Returns false where the bytes
   * have no place for it: then they are as they were.
   */
  boolean updateNumber(Bytes message);
}
