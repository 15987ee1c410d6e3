package serbench.values;

import serbench.Bytes;
import serbench.ObjectForm;

/** Digests of objects and of corpora (FORMAT.md, section 3). */
public final class Digest {
  private Digest() {}

  public static long of(ObjectForm form, Object object) {
    Bytes bytes = form.write(object);
    return XxHash64.hash(bytes.array, bytes.begin, bytes.size);
  }

  /** The digest of a corpus from those of its objects. */
  public static long ofAll(long[] digests) {
    byte[] joined = new byte[8 * digests.length];
    for (int i = 0; i < digests.length; i++) {
      Reading.LONG.set(joined, 8 * i, digests[i]);
    }
    return XxHash64.hash(joined, 0, joined.length);
  }

  /** 16 lower-case hexadecimal digits. */
  public static String text(long digest) {
    return String.format("%016x", digest);
  }
}
