package serbench.values;

import serbench.ObjectForm;
import serbench.protocol.Failure;

/** Every measurement is a verification: compares what came back with what was given. */
public final class Proof {
  private Proof() {}

  /**
   * The digest of a value that came back; one that is not even whole is an error of the library.
   */
  public static long digestOf(ObjectForm form, Object cameBack, int index) {
    try {
      return Digest.of(form, cameBack);
    } catch (NullPointerException | ClassCastException fault) {
      throw Failure.of(fault, index);
    }
  }

  public static void requireSameTouch(long read, long expected, int index) {
    if (read != expected) {
      throw new Failure(
          "wrong",
          index,
          "What was read has the touch "
              + Long.toUnsignedString(read)
              + ", the object's is "
              + Long.toUnsignedString(expected)
              + ".");
    }
  }

  public static void requireSameDigest(long cameBack, long expected, int index) {
    if (cameBack != expected) {
      throw new Failure(
          "wrong",
          index,
          "The value that came back has the digest "
              + Digest.text(cameBack)
              + ", the object's is "
              + Digest.text(expected)
              + ".");
    }
  }
}
