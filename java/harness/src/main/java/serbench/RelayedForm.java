package serbench;

import java.util.ArrayList;

/**
 * What a relay looks for in plain objects, and changes (FORMAT.md, section 7). Not every workload
 * has all of it.
 */
public interface RelayedForm {
  default boolean hasNumber() {
    return false;
  }

  /** Adds 1 to the number wherever it occurs. */
  default void update(Object object) {
    throw new UnsupportedOperationException();
  }

  default boolean hasBatch() {
    return false;
  }

  default ArrayList<?> batch(Object object) {
    throw new UnsupportedOperationException();
  }

  /** Puts a list of the batch's elements in its place. */
  default void setBatch(Object object, ArrayList<?> elements) {
    throw new UnsupportedOperationException();
  }

  /** The number of an element of the batch; 0 where it has none. */
  default long number(Object element) {
    return 0;
  }

  default boolean isEnvelope() {
    return false;
  }

  default long destination(Object envelope) {
    throw new UnsupportedOperationException();
  }

  default byte[] payload(Object envelope) {
    throw new UnsupportedOperationException();
  }
}
