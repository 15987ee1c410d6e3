package codec;

import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.NumberConverter;
import java.io.IOException;

/** A 64-bit number whose bits Java holds in a long. */
public final class UnsignedLong {
  /** A number of at most this many digits fits 64 bits. */
  private static final int SAFE_DIGITS = 19;

  private UnsignedLong() {}

  /**
   * The library's reader of longs refuses what is beyond their range, so the digits are read here.
   */
  public static long read(JsonReader<?> reader) throws IOException {
    char[] digits = reader.readNumber();
    int count = reader.getCurrentIndex() - reader.getTokenStart();
    long value = 0;
    for (int i = 0; i < count; i++) {
      int digit = digits[i] - '0';
      if (digit < 0 || digit > 9 || i == SAFE_DIGITS) {
        return Long.parseUnsignedLong(new String(digits, 0, count).trim());
      }
      value = 10 * value + digit;
    }
    return value;
  }

  public static void write(JsonWriter writer, long value) {
    if (value >= 0) {
      NumberConverter.serialize(value, writer);
    } else {
      writer.writeAscii(Long.toUnsignedString(value));
    }
  }
}
