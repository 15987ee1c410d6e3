package serbench.values;

import java.util.ArrayList;
import java.util.List;
import serbench.Bytes;
import serbench.Malformed;
import serbench.ObjectForm;
import serbench.RequestError;
import serbench.protocol.Container;

/**
 * A pool of objects: any number of them, made from a corpus of many.
 *
 * <p>Object i is that of i modulo the corpus's number; where the corpus comes with the places of
 * the objects' numbers (FORMAT.md, section 6), the low 32 bits there are i, so that no two objects
 * are equal.
 */
public final class ObjectPool {
  private static final int NUMBER_BYTES = 4;

  private final List<byte[]> objects = new ArrayList<>();
  private final int[] places;
  private final long bytes;
  private final long digest;

  /** Without {@code numbers}, the file of places, which is null then, objects repeat. */
  public ObjectPool(String corpus, String numbers) {
    long sum = 0;
    try (Container.Reader file = new Container.Reader(corpus, Container.CORPUS)) {
      long[] digests = new long[file.count()];
      for (int i = 0; i < digests.length; i++) {
        byte[] entry = file.next();
        if (entry == null) {
          throw file.refused("lacks the object " + i);
        }
        digests[i] = XxHash64.hash(entry, 0, entry.length);
        objects.add(entry);
        sum += entry.length;
      }
      file.requireEnd();
      digest = Digest.ofAll(digests);
    }
    if (objects.isEmpty()) {
      throw new RequestError("The corpus holds no objects, so there is nothing to measure.");
    }
    bytes = sum;
    places = numbers == null ? null : places(numbers);
  }

  /** The number of objects in the corpus. */
  public int size() {
    return objects.size();
  }

  public long bytes() {
    return bytes;
  }

  public long digest() {
    return digest;
  }

  /** The bytes of an object, as FORMAT.md, section 1, has them, in an array of their own. */
  public byte[] bytesOf(long object) {
    int index = (int) (object % objects.size());
    byte[] made = objects.get(index).clone();
    if (places != null) {
      Writing.putInt(made, places[index], (int) object);
    }
    return made;
  }

  /** A fresh object, as an application holds those that it is about to write. */
  public Object make(ObjectForm form, long object) {
    try {
      return form.read(Bytes.of(bytesOf(object)));
    } catch (Malformed | IndexOutOfBoundsException fault) {
      throw new RequestError("The corpus is not of this runner's schema: " + fault.getMessage());
    }
  }

  private int[] places(String path) {
    try (Container.Reader file = new Container.Reader(path, Container.NUMBERS)) {
      int[] found = new int[file.count()];
      for (int i = 0; i < found.length; i++) {
        byte[] place = file.next();
        if (i >= objects.size() || place == null || place.length != NUMBER_BYTES) {
          throw file.refused("does not belong to the corpus");
        }
        found[i] = Reading.getInt(place, 0);
        if (found[i] < 0 || found[i] > objects.get(i).length - NUMBER_BYTES) {
          throw file.refused("does not belong to the corpus");
        }
      }
      if (found.length != objects.size()) {
        throw file.refused("does not belong to the corpus");
      }
      return found;
    }
  }
}
