package codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;

/**
 * Writes the keys of maps that are numbers as text; for CBOR Jackson would write them as integers.
 */
final class TextKeys extends JsonSerializer<Number> {
  static SimpleModule module() {
    TextKeys serializer = new TextKeys();
    return new SimpleModule("TextKeys")
        .addKeySerializer(Integer.class, serializer)
        .addKeySerializer(Long.class, serializer);
  }

  @Override
  public void serialize(Number key, JsonGenerator out, SerializerProvider provider)
      throws IOException {
    out.writeFieldName(key.toString());
  }
}
