package codec;

import java.math.BigInteger;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/** An unsigned number of 64 bits; only one beyond the range of long needs a BigInteger. */
final class UnsignedLong {
  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(Long.SIZE);

  private UnsignedLong() {}

  static void write(JsonGenerator out, long value) {
    if (value >= 0) {
      out.writeNumber(value);
    } else {
      out.writeNumber(BigInteger.valueOf(value).add(TWO_TO_64));
    }
  }

  static long read(JsonParser in) {
    return in.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        ? in.getBigIntegerValue().longValue()
        : in.getLongValue();
  }
}
