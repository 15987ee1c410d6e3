package codec;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import java.util.Base64;

/** Bytes as base64 text; Moshi's own adapter has a list of numbers. */
final class Base64Adapter extends JsonAdapter<byte[]> {
  @Override
  public void toJson(JsonWriter out, byte[] bytes) throws IOException {
    out.value(bytes == null ? null : Base64.getEncoder().encodeToString(bytes));
  }

  @Override
  public byte[] fromJson(JsonReader in) throws IOException {
    return in.peek() == JsonReader.Token.NULL
        ? in.nextNull()
        : Base64.getDecoder().decode(in.nextString());
  }
}
