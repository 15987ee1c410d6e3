package codec;

import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.NumberConverter;
import java.io.IOException;
import java.util.Arrays;

/** A list of 32-bit numbers. */
public final class UnsignedInts {
  private UnsignedInts() {}

  public static int[] read(JsonReader<?> reader) throws IOException {
    long[] values = NumberConverter.LONG_ARRAY_READER.read(reader);
    return Arrays.stream(values).mapToInt(serbench.UnsignedInt::of).toArray();
  }

  public static void write(JsonWriter writer, int[] value) {
    writer.writeByte((byte) '[');
    for (int i = 0; i < value.length; i++) {
      if (i != 0) {
        writer.writeByte((byte) ',');
      }
      UnsignedInt.write(writer, value[i]);
    }
    writer.writeByte((byte) ']');
  }
}
