package codec;

import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.NumberConverter;
import java.io.IOException;

/** A 32-bit number whose bits Java holds in an int. */
public final class UnsignedInt {
  private UnsignedInt() {}

  public static int read(JsonReader<?> reader) throws IOException {
    return serbench.UnsignedInt.of(NumberConverter.deserializeLong(reader));
  }

  public static void write(JsonWriter writer, int value) {
    NumberConverter.serialize(Integer.toUnsignedLong(value), writer);
  }
}
