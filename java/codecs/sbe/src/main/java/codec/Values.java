package codec;

import org.agrona.DirectBuffer;
import serbench.Malformed;

/** Values that the flyweights do not know. */
final class Values {
  static final byte[] NO_BYTES = new byte[0];

  private Values() {}

  static <E> E declared(E value) {
    if (value == null) {
      throw new Malformed("An enum has a number that is not declared.");
    }
    return value;
  }

  /** The touch of bytes where they lie. */
  static long touch(DirectBuffer bytes) {
    int n = bytes.capacity();
    long sum = n;
    for (int i = 0; i < n; i++) {
      sum += bytes.getByte(i) & 0xFF;
    }
    return sum;
  }
}
