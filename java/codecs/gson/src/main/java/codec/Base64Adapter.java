package codec;

import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.Base64;

/** Bytes as base64 text; Gson's own adapter has a list of numbers. */
final class Base64Adapter extends TypeAdapter<byte[]> {
  Base64Adapter() {}

  @Override
  public void write(JsonWriter out, byte[] bytes) throws IOException {
    out.value(bytes == null ? null : Base64.getEncoder().encodeToString(bytes));
  }

  @Override
  public byte[] read(JsonReader in) throws IOException {
    return Base64.getDecoder().decode(in.nextString());
  }
}
