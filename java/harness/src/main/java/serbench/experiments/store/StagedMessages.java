package serbench.experiments.store;

import java.util.Arrays;
import serbench.Bytes;

/** Messages that are set aside as they come, because a codec's buffer holds one at a time. */
public final class StagedMessages {
  private byte[] array = {};
  private int[] ends = {};
  private int count;

  public void clear() {
    count = 0;
  }

  public void add(Bytes message) {
    int at = begin(count);
    if (message.size > array.length - at) {
      array = Arrays.copyOf(array, Math.max(2 * array.length, Math.addExact(at, message.size)));
    }
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, Math.max(2 * ends.length, 256));
    }
    System.arraycopy(message.array, message.begin, array, at, message.size);
    ends[count++] = at + message.size;
  }

  public int count() {
    return count;
  }

  /** All of them, side by side. */
  public byte[] array() {
    return array;
  }

  public int begin(int message) {
    return message == 0 ? 0 : ends[message - 1];
  }

  public int size(int message) {
    return ends[message] - begin(message);
  }
}
