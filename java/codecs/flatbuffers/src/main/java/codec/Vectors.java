package codec;

import com.google.flatbuffers.BooleanVector;
import com.google.flatbuffers.DoubleVector;
import com.google.flatbuffers.FloatVector;
import com.google.flatbuffers.IntVector;
import com.google.flatbuffers.LongVector;
import java.nio.ByteBuffer;
import serbench.values.Touch;

/** Lists of numbers, copied out as blocks or touched where they lie. */
final class Vectors {
  private Vectors() {}

  static byte[] bytes(ByteBuffer from) {
    byte[] values = new byte[from == null ? 0 : from.remaining()];
    if (from != null) {
      from.get(values);
    }
    return values;
  }

  static boolean[] bools(ByteBuffer from) {
    boolean[] values = new boolean[from == null ? 0 : from.remaining()];
    for (int i = 0; i < values.length; i++) {
      values[i] = from.get() != 0;
    }
    return values;
  }

  static int[] ints(ByteBuffer from) {
    int[] values = new int[from == null ? 0 : from.remaining() / 4];
    if (from != null) {
      from.asIntBuffer().get(values);
    }
    return values;
  }

  static long[] longs(ByteBuffer from) {
    long[] values = new long[from == null ? 0 : from.remaining() / 8];
    if (from != null) {
      from.asLongBuffer().get(values);
    }
    return values;
  }

  static float[] floats(ByteBuffer from) {
    float[] values = new float[from == null ? 0 : from.remaining() / 4];
    if (from != null) {
      from.asFloatBuffer().get(values);
    }
    return values;
  }

  static double[] doubles(ByteBuffer from) {
    double[] values = new double[from == null ? 0 : from.remaining() / 8];
    if (from != null) {
      from.asDoubleBuffer().get(values);
    }
    return values;
  }

  static long ofBools(BooleanVector values) {
    long sum = 0;
    for (int i = 0, n = values == null ? 0 : values.length(); i < n; i++) {
      sum += Touch.ofBool(values.get(i));
    }
    return sum;
  }

  static long ofInts(IntVector values) {
    long sum = 0;
    for (int i = 0, n = values == null ? 0 : values.length(); i < n; i++) {
      sum += values.get(i);
    }
    return sum;
  }

  static long ofUnsignedInts(IntVector values) {
    long sum = 0;
    for (int i = 0, n = values == null ? 0 : values.length(); i < n; i++) {
      sum += values.getAsUnsigned(i);
    }
    return sum;
  }

  static long ofLongs(LongVector values) {
    long sum = 0;
    for (int i = 0, n = values == null ? 0 : values.length(); i < n; i++) {
      sum += values.get(i);
    }
    return sum;
  }

  static long ofFloats(FloatVector values) {
    long sum = 0;
    for (int i = 0, n = values == null ? 0 : values.length(); i < n; i++) {
      sum += Touch.ofFloat(values.get(i));
    }
    return sum;
  }

  static long ofDoubles(DoubleVector values) {
    long sum = 0;
    for (int i = 0, n = values == null ? 0 : values.length(); i < n; i++) {
      sum += Touch.ofDouble(values.get(i));
    }
    return sum;
  }

  /** An absent string is an empty one here. */
  static long touch(String value) {
    return value == null ? 0 : Touch.ofString(value);
  }

  static long touch(ByteBuffer value) {
    if (value == null) {
      return 0;
    }
    long sum = value.remaining();
    for (int at = value.position(), end = value.limit(); at < end; at++) {
      sum += value.get(at) & 0xFF;
    }
    return sum;
  }
}
