package serbench.values;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists of numbers and bytes as generated classes of several libraries hold them, from and to the
 * arrays of the plain classes. What a library does otherwise stands in a class of the codec that
 * extends this.
 */
public class BoxedLists {
  protected BoxedLists() {}

  public static List<Boolean> list(boolean[] from) {
    List<Boolean> to = new ArrayList<>(from.length);
    for (boolean value : from) {
      to.add(value);
    }
    return to;
  }

  public static List<Integer> list(int[] from) {
    List<Integer> to = new ArrayList<>(from.length);
    for (int value : from) {
      to.add(value);
    }
    return to;
  }

  public static List<Long> list(long[] from) {
    List<Long> to = new ArrayList<>(from.length);
    for (long value : from) {
      to.add(value);
    }
    return to;
  }

  public static List<Double> list(double[] from) {
    List<Double> to = new ArrayList<>(from.length);
    for (double value : from) {
      to.add(value);
    }
    return to;
  }

  public static boolean[] bools(List<Boolean> from) {
    boolean[] to = new boolean[from.size()];
    for (int i = 0; i < to.length; i++) {
      to[i] = from.get(i);
    }
    return to;
  }

  public static int[] ints(List<Integer> from) {
    int[] to = new int[from.size()];
    for (int i = 0; i < to.length; i++) {
      to[i] = from.get(i);
    }
    return to;
  }

  public static long[] longs(List<Long> from) {
    long[] to = new long[from.size()];
    for (int i = 0; i < to.length; i++) {
      to[i] = from.get(i);
    }
    return to;
  }

  public static double[] doubles(List<Double> from) {
    double[] to = new double[from.size()];
    for (int i = 0; i < to.length; i++) {
      to[i] = from.get(i);
    }
    return to;
  }

  /** The buffer may be a part of a message. */
  public static byte[] bytes(ByteBuffer from) {
    byte[] to = new byte[from.remaining()];
    from.duplicate().get(to);
    return to;
  }

  /** Bytes that are read where the message holds them, whichever part of a buffer that is. */
  public static long touch(ByteBuffer value) {
    long sum = value.remaining();
    for (int i = value.position(); i < value.limit(); i++) {
      sum += value.get(i) & 0xFF;
    }
    return sum;
  }
}
