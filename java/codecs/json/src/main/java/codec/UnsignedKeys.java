package codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import java.io.IOException;

/** Unsigned numbers as the keys of maps: their digits as text. */
final class UnsignedKeys {
  private UnsignedKeys() {}

  static final class Writer extends JsonSerializer<Number> {
    @Override
    public void serialize(Number key, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeFieldName(
          key instanceof Integer number
              ? Integer.toUnsignedString(number)
              : Long.toUnsignedString(key.longValue()));
    }
  }

  static KeyDeserializer reader(Class<?> type) {
    return type == Integer.class ? new IntReader() : new LongReader();
  }

  private static final class IntReader extends KeyDeserializer {
    @Override
    public Object deserializeKey(String key, DeserializationContext context) {
      return Integer.parseUnsignedInt(key);
    }
  }

  private static final class LongReader extends KeyDeserializer {
    @Override
    public Object deserializeKey(String key, DeserializationContext context) {
      return Long.parseUnsignedLong(key);
    }
  }
}
