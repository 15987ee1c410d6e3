package codec;

import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import java.io.IOException;

/** A 32-bit number that may be absent. */
public final class OptionalUnsignedInt {
  private OptionalUnsignedInt() {}

  public static Integer read(JsonReader<?> reader) throws IOException {
    return reader.wasNull() ? null : UnsignedInt.read(reader);
  }

  public static void write(JsonWriter writer, Integer value) {
    if (value == null) {
      writer.writeNull();
    } else {
      UnsignedInt.write(writer, value);
    }
  }
}
