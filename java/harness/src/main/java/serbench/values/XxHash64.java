package serbench.values;

/** XXH64 with seed 0, after the specification of Yann Collet's xxHash. */
public final class XxHash64 {
  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;

  private XxHash64() {}

  /** The hash of {@code size} bytes from {@code begin} on. */
  public static long hash(byte[] b, int begin, int size) {
    int at = begin;
    int end = begin + size;
    long h = P5;
    if (size >= 32) {
      long v1 = P1 + P2;
      long v2 = P2;
      long v3 = 0;
      long v4 = -P1;
      for (; at <= end - 32; at += 32) {
        v1 = round(v1, (long) Reading.LONG.get(b, at));
        v2 = round(v2, (long) Reading.LONG.get(b, at + 8));
        v3 = round(v3, (long) Reading.LONG.get(b, at + 16));
        v4 = round(v4, (long) Reading.LONG.get(b, at + 24));
      }
      h = rotl(v1, 1) + rotl(v2, 7) + rotl(v3, 12) + rotl(v4, 18);
      h = merge(merge(merge(merge(h, v1), v2), v3), v4);
    }
    return avalanche(tail(h + size, b, at, end));
  }

  private static long tail(long start, byte[] b, int from, int end) {
    long h = start;
    int at = from;
    for (; at <= end - 8; at += 8) {
      h = rotl(h ^ round(0, (long) Reading.LONG.get(b, at)), 27) * P1 + P4;
    }
    if (at <= end - 4) {
      h = rotl(h ^ ((int) Reading.INT.get(b, at) & 0xFFFFFFFFL) * P1, 23) * P2 + P3;
      at += 4;
    }
    for (; at < end; at++) {
      h = rotl(h ^ (b[at] & 0xFF) * P5, 11) * P1;
    }
    return h;
  }

  private static long avalanche(long start) {
    long h = start;
    h = (h ^ h >>> 33) * P2;
    h = (h ^ h >>> 29) * P3;
    return h ^ h >>> 32;
  }

  private static long round(long accumulator, long input) {
    return rotl(accumulator + input * P2, 31) * P1;
  }

  private static long merge(long h, long v) {
    return (h ^ round(0, v)) * P1 + P4;
  }

  private static long rotl(long value, int bits) {
    return Long.rotateLeft(value, bits);
  }
}
