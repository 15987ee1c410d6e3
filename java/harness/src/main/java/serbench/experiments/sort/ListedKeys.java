package serbench.experiments.sort;

import java.nio.ByteBuffer;
import serbench.experiments.store.StoreFile;

/** The keys of objects that a file lists by their numbers. */
final class ListedKeys {
  private static final int KEY_BYTES = 8;
  private static final int KEYS_AT_ONCE = 1 << 16;

  private ListedKeys() {}

  static long[] read(String path, int objects) {
    try (StoreFile file = StoreFile.reading(path, false)) {
      if (file.size() != (long) KEY_BYTES * objects) {
        throw file.refused("does not hold a key of 8 bytes for each of " + objects + " objects");
      }
      long[] keys = new long[objects];
      for (int begin = 0; begin < objects; begin += KEYS_AT_ONCE) {
        int count = Math.min(KEYS_AT_ONCE, objects - begin);
        ByteBuffer listed = file.taken((long) KEY_BYTES * begin, KEY_BYTES * count);
        listed.asLongBuffer().get(keys, begin, count);
      }
      return keys;
    }
  }
}
