package codec;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Lists of numbers as Avro's classes hold them, and bytes. */
final class Values {
  private Values() {}

  static List<Boolean> list(boolean[] from) {
    List<Boolean> to = new ArrayList<>(from.length);
    for (boolean value : from) {
      to.add(value);
    }
    return to;
  }

  static List<Integer> list(int[] from) {
    List<Integer> to = new ArrayList<>(from.length);
    for (int value : from) {
      to.add(value);
    }
    return to;
  }

  static List<Long> list(long[] from) {
    List<Long> to = new ArrayList<>(from.length);
    for (long value : from) {
      to.add(value);
    }
    return to;
  }

  static List<Float> list(float[] from) {
    List<Float> to = new ArrayList<>(from.length);
    for (float value : from) {
      to.add(value);
    }
    return to;
  }

  static List<Double> list(double[] from) {
    List<Double> to = new ArrayList<>(from.length);
    for (double value : from) {
      to.add(value);
    }
    return to;
  }

  static boolean[] bools(List<Boolean> from) {
    boolean[] to = new boolean[from.size()];
    for (int i = 0; i < to.length; i++) {
      to[i] = from.get(i);
    }
    return to;
  }

  static int[] ints(List<Integer> from) {
    int[] to = new int[from.size()];
    for (int i = 0; i < to.length; i++) {
      to[i] = from.get(i);
    }
    return to;
  }

  static long[] longs(List<Long> from) {
    long[] to = new long[from.size()];
    for (int i = 0; i < to.length; i++) {
      to[i] = from.get(i);
    }
    return to;
  }

  static float[] floats(List<Float> from) {
    float[] to = new float[from.size()];
    for (int i = 0; i < to.length; i++) {
      to[i] = from.get(i);
    }
    return to;
  }

  static double[] doubles(List<Double> from) {
    double[] to = new double[from.size()];
    for (int i = 0; i < to.length; i++) {
      to[i] = from.get(i);
    }
    return to;
  }

  static byte[] bytes(ByteBuffer from) {
    byte[] to = new byte[from.remaining()];
    from.duplicate().get(to);
    return to;
  }
}
