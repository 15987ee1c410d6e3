package serbench.values;

/** The fold of what has been read (FORMAT.md, section 4); the unit of a string is UTF-16. */
public final class Touch {
  private Touch() {}

  /** One more field of a message. */
  public static long fold(long h, long field) {
    return Long.rotateLeft(h, 5) + field;
  }

  public static long ofBool(boolean value) {
    return value ? 1 : 0;
  }

  public static long ofInt(int value) {
    return value;
  }

  public static long ofUnsignedInt(int value) {
    return value & 0xFFFFFFFFL;
  }

  public static long ofLong(long value) {
    return value;
  }

  public static long ofFloat(float value) {
    return Float.floatToIntBits(value) & 0xFFFFFFFFL;
  }

  public static long ofDouble(double value) {
    return Double.doubleToLongBits(value);
  }

  public static long ofString(String value) {
    int n = value.length();
    long sum = n;
    for (int i = 0; i < n; i++) {
      sum += value.charAt(i);
    }
    return sum;
  }

  public static long ofBytes(byte[] value) {
    long sum = value.length;
    for (byte unit : value) {
      sum += unit & 0xFF;
    }
    return sum;
  }

  public static long ofBools(boolean[] values) {
    long sum = 0;
    for (boolean value : values) {
      sum += ofBool(value);
    }
    return sum;
  }

  public static long ofInts(int[] values) {
    long sum = 0;
    for (int value : values) {
      sum += value;
    }
    return sum;
  }

  public static long ofUnsignedInts(int[] values) {
    long sum = 0;
    for (int value : values) {
      sum += ofUnsignedInt(value);
    }
    return sum;
  }

  public static long ofLongs(long[] values) {
    long sum = 0;
    for (long value : values) {
      sum += value;
    }
    return sum;
  }

  public static long ofFloats(float[] values) {
    long sum = 0;
    for (float value : values) {
      sum += ofFloat(value);
    }
    return sum;
  }

  public static long ofDoubles(double[] values) {
    long sum = 0;
    for (double value : values) {
      sum += ofDouble(value);
    }
    return sum;
  }
}
