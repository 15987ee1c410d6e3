package serbench;

/**
 * What the harness needs to know of the objects that a codec takes, whose type it does not know.
 */
public interface ObjectForm {
  /** An object from FORMAT.md's bytes. Throws Malformed or IndexOutOfBoundsException. */
  Object read(Bytes bytes);

  /** The canonical bytes of an object, valid until the next call. */
  Bytes write(Object object);

  /** What reading the object by a plan gives. */
  long touched(Object object, Plan plan);

  /** Whether the complex-object study's key can be read of objects (FORMAT.md, section 8). */
  default boolean hasStudyKey() {
    return false;
  }

  /** That key. */
  default long studyKey(Object object) {
    throw new UnsupportedOperationException();
  }
}
