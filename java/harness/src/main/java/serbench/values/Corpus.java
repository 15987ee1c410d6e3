package serbench.values;

import serbench.Bytes;
import serbench.Malformed;
import serbench.ObjectForm;
import serbench.RequestError;
import serbench.protocol.Container;

/**
 * A corpus as a runner holds it.
 *
 * @param objects the objects in the form that the codec takes
 * @param digests theirs, computed from the plain objects
 * @param bytes of all objects in FORMAT.md's bytes, without the framing
 */
public record Corpus(ObjectForm form, Object[] objects, long[] digests, long bytes) {
  /** Reads a corpus strictly. Throws RequestError when it is not one of this runner's schema. */
  public static Corpus load(String path, ObjectForm form) {
    try (Container.Reader file = new Container.Reader(path, Container.CORPUS)) {
      Object[] objects = new Object[file.count()];
      long[] digests = new long[objects.length];
      long bytes = 0;
      for (int i = 0; i < objects.length; i++) {
        byte[] entry = file.next();
        if (entry == null) {
          throw file.refused("lacks the object " + i);
        }
        objects[i] = read(form, entry, path, i);
        digests[i] = Digest.of(form, objects[i]);
        bytes += entry.length;
      }
      file.requireEnd();
      return new Corpus(form, objects, digests, bytes);
    }
  }

  public long digest() {
    return Digest.ofAll(digests);
  }

  public void requireObjects() {
    if (objects.length == 0) {
      throw new RequestError("The corpus holds no objects, so there is nothing to measure.");
    }
  }

  private static Object read(ObjectForm form, byte[] entry, String path, int index) {
    String why;
    try {
      return form.read(Bytes.of(entry));
    } catch (Malformed fault) {
      why = fault.getMessage();
    } catch (IndexOutOfBoundsException fault) {
      why = "The bytes end inside a value.";
    }
    throw new RequestError(
        "The object " + index + " of " + path + " is not of this runner's schema: " + why);
  }
}
