package codec;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/** Unsigned numbers as the keys of maps: their digits as text. */
final class UnsignedKeys {
  private UnsignedKeys() {}

  static final class Writer extends ValueSerializer<Number> {
    @Override
    public void serialize(Number key, JsonGenerator out, SerializationContext provider) {
      out.writeName(
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
