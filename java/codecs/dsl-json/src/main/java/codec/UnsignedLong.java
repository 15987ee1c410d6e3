package codec;

import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.NumberConverter;
import java.io.IOException;

/** A 64-bit number whose bits Java holds in a long. */
public final class UnsignedLong {
  private UnsignedLong() {}

  public static long read(JsonReader<?> reader) throws IOException {
    return NumberConverter.deserializeBigInteger(reader).longValue();
  }

  public static void write(JsonWriter writer, long value) {
    if (value >= 0) {
      NumberConverter.serialize(value, writer);
    } else {
      writer.writeAscii(Long.toUnsignedString(value));
    }
  }
}
