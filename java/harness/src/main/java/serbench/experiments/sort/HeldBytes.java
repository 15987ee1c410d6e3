package serbench.experiments.sort;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import serbench.Bytes;

/**
 * Messages in a few large arrays, which are used again. A place is one int, and no object is made
 * for a message.
 */
final class HeldBytes {
  /** Where messages begin: the JVM aligns arrays no better. */
  private static final int ALIGNMENT = 8;

  /** How a place is divided: its low bits count the alignments from the array's beginning. */
  private final int shift;

  private final int arrayBytes;
  private final List<byte[]> arrays = new ArrayList<>();
  private int current;
  private int used;

  /**
   * Makes the arrays that expected messages take, because copies are timed and the JVM zeros
   * arrays.
   *
   * @param arrayBytes the size of an array, which no message exceeds
   * @param expectedBytes of the messages
   */
  HeldBytes(int arrayBytes, long expectedBytes) {
    this.arrayBytes = arrayBytes;
    shift = Integer.SIZE - Integer.numberOfLeadingZeros(arrayBytes / ALIGNMENT);
    for (long bytes = 0; bytes < expectedBytes; bytes += arrayBytes) {
      arrays.add(new byte[arrayBytes]);
    }
  }

  /** Copies a message out of the system's memory and returns its place. */
  int add(ByteBuffer from, int begin, int size) {
    if (size > arrayBytes - used) {
      current++;
      used = 0;
    }
    if (current == arrays.size()) {
      arrays.add(new byte[arrayBytes]);
    }
    from.get(begin, arrays.get(current), used, size);
    int place = current << shift | used / ALIGNMENT;
    used = Math.min(arrayBytes, used + (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    return place;
  }

  Bytes view(int place, int size, Bytes into) {
    int begin = (place & (1 << shift) - 1) * ALIGNMENT;
    return into.set(arrays.get(place >>> shift), begin, size);
  }

  /** Forgets the messages; the arrays stay. */
  void clear() {
    current = 0;
    used = 0;
  }
}
