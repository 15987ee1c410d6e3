package codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.math.BigInteger;

/**
 * An unsigned number of 64 bits; only one beyond the range of long needs a BigInteger. A format may
 * write it by other means.
 */
class UnsignedLong {
  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(Long.SIZE);

  void write(JsonGenerator out, long value) throws IOException {
    if (value >= 0) {
      out.writeNumber(value);
    } else {
      out.writeNumber(BigInteger.valueOf(value).add(TWO_TO_64));
    }
  }

  final long read(JsonParser in) throws IOException {
    return in.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        ? in.getBigIntegerValue().longValue()
        : in.getLongValue();
  }
}
