package codec;

import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import java.io.IOException;
import java.util.Arrays;

/** A list of 64-bit numbers. */
public final class UnsignedLongs {
  private UnsignedLongs() {}

  public static long[] read(JsonReader<?> reader) throws IOException {
    if (reader.last() != '[') {
      throw reader.newParseError("A list is no array.");
    }
    long[] values = new long[16];
    int size = 0;
    if (reader.getNextToken() != ']') {
      do {
        if (size == values.length) {
          values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = UnsignedLong.read(reader);
      } while (reader.getNextToken() == ',' && reader.getNextToken() != ']');
      reader.checkArrayEnd();
    }
    return Arrays.copyOf(values, size);
  }

  public static void write(JsonWriter writer, long[] value) {
    writer.writeByte((byte) '[');
    for (int i = 0; i < value.length; i++) {
      if (i != 0) {
        writer.writeByte((byte) ',');
      }
      UnsignedLong.write(writer, value[i]);
    }
    writer.writeByte((byte) ']');
  }
}
