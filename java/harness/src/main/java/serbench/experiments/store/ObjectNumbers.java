package serbench.experiments.store;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.BitSet;

/** The numbers of the objects that are read or written: a list in a file, or all in order. */
final class ObjectNumbers implements Closeable {
  private static final int NUMBER_BYTES = 8;
  private static final int CHECKED_AT_ONCE = 1 << 16;

  private final StoreFile list;

  /** A path that is null stands for all in order. */
  ObjectNumbers(String path) {
    list = path == null ? null : StoreFile.reading(path, false);
  }

  boolean areListed() {
    return list != null;
  }

  /** Refuses a list that does not have the number of each object once. */
  void requireOrderOf(long objects) {
    if (list == null) {
      return;
    }
    BitSet seen = new BitSet();
    if (list.size() == NUMBER_BYTES * objects) {
      for (long begin = 0; begin < objects; begin += CHECKED_AT_ONCE) {
        for (long number : at(begin, (int) Math.min(CHECKED_AT_ONCE, objects - begin))) {
          if (number >= 0 && number < objects) {
            seen.set(Math.toIntExact(number));
          }
        }
      }
    }
    if (list.size() != NUMBER_BYTES * objects || seen.cardinality() != objects) {
      throw list.refused("does not hold each number below " + objects + " once");
    }
  }

  /** Those at the positions from {@code begin} on. */
  long[] at(long begin, int count) {
    long[] numbers = new long[count];
    ByteBuffer listed =
        list == null ? null : list.taken(NUMBER_BYTES * begin, NUMBER_BYTES * count);
    for (int i = 0; i < count; i++) {
      numbers[i] = listed == null ? begin + i : listed.getLong();
    }
    return numbers;
  }

  @Override
  public void close() {
    if (list != null) {
      list.close();
    }
  }
}
