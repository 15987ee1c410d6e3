package codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import java.io.IOException;

/** An unsigned number of 64 bits, which CBOR writes as any other. */
final class UnsignedLong {
  private UnsignedLong() {}

  static void write(JsonGenerator out, long value) throws IOException {
    ((CBORGenerator) out).writeNumberUnsigned(value);
  }

  static long read(JsonParser in) throws IOException {
    return in.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        ? in.getBigIntegerValue().longValue()
        : in.getLongValue();
  }
}
