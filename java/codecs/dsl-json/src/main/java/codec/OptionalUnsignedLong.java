package codec;

import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import java.io.IOException;

/** A 64-bit number that may be absent. */
public final class OptionalUnsignedLong {
  private OptionalUnsignedLong() {}

  public static Long read(JsonReader<?> reader) throws IOException {
    return reader.wasNull() ? null : UnsignedLong.read(reader);
  }

  public static void write(JsonWriter writer, Long value) {
    if (value == null) {
      writer.writeNull();
    } else {
      UnsignedLong.write(writer, value);
    }
  }
}
