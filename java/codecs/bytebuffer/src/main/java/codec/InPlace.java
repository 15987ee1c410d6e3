package codec;

import serbench.values.Reading;
import serbench.values.Touch;

/** The touch of lists of numbers, read where they lie. */
final class InPlace {
  private InPlace() {}

  static long ofBools(byte[] b, int at) {
    int n = Reading.count(b, at, 1);
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += Touch.ofBool(Reading.getBool(b, at + 4 + i));
    }
    return sum;
  }

  static long ofInts(byte[] b, int at) {
    int n = Reading.count(b, at, 4);
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += Reading.getInt(b, at + 4 + 4 * i);
    }
    return sum;
  }

  static long ofUnsignedInts(byte[] b, int at) {
    int n = Reading.count(b, at, 4);
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += Touch.ofUnsignedInt(Reading.getInt(b, at + 4 + 4 * i));
    }
    return sum;
  }

  static long ofLongs(byte[] b, int at) {
    int n = Reading.count(b, at, 8);
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += Reading.getLong(b, at + 4 + 8 * i);
    }
    return sum;
  }

  static long ofFloats(byte[] b, int at) {
    int n = Reading.count(b, at, 4);
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += Touch.ofFloat(Reading.getFloat(b, at + 4 + 4 * i));
    }
    return sum;
  }

  static long ofDoubles(byte[] b, int at) {
    int n = Reading.count(b, at, 8);
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += Touch.ofDouble(Reading.getDouble(b, at + 4 + 8 * i));
    }
    return sum;
  }
}
