package codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.ResolvableSerializer;
import com.fasterxml.jackson.databind.ser.std.BeanSerializerBase;
import com.fasterxml.jackson.databind.util.NameTransformer;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import serbench.Libraries;

/** The format of this codec, CBOR, with what Jackson would write differently from others. */
final class Format {
  static final UnsignedLong UNSIGNED = new UnsignedInteger();

  private Format() {}

  static ObjectMapper mapper() {
    return Documents.mapper(CBORFactory.builder())
        .registerModules(TextKeys.module(), OneofSerializer.module());
  }

  static Map<String, String> libraries() {
    return Libraries.ofMaven("com.fasterxml.jackson.dataformat", "jackson-dataformat-cbor");
  }

  /** An unsigned number of 64 bits, which CBOR writes as any other. */
  private static final class UnsignedInteger extends UnsignedLong {
    @Override
    void write(JsonGenerator out, long value) throws IOException {
      ((CBORGenerator) out).writeNumberUnsigned(value);
    }
  }

  /**
   * Writes the keys of maps that are numbers as text; for CBOR Jackson would write them as
   * integers.
   */
  private static final class TextKeys extends JsonSerializer<Number> {
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

  /**
   * Writes a class of a sealed interface as a map of which the size is told. Jackson writes objects
   * as maps of indefinite length, but there are libraries that know a case by a map of one entry.
   */
  private static final class OneofSerializer extends JsonSerializer<Object>
      implements ContextualSerializer, ResolvableSerializer {
    private final JsonSerializer<Object> member;

    private OneofSerializer(JsonSerializer<Object> member) {
      this.member = member;
    }

    static SimpleModule module() {
      return new SimpleModule("OneofSerializer").setSerializerModifier(new OfSealed());
    }

    private static final class OfSealed extends BeanSerializerModifier {
      private static final long serialVersionUID = 1L;

      @Override
      public JsonSerializer<?> modifySerializer(
          SerializationConfig config, BeanDescription description, JsonSerializer<?> serializer) {
        // The JDK has sealed interfaces too, String's among them; their classes are no beans.
        boolean isCase =
            serializer instanceof BeanSerializerBase
                && Arrays.stream(description.getBeanClass().getInterfaces())
                    .anyMatch(Class::isSealed);
        return isCase ? new OneofSerializer(unwrapped(serializer)) : serializer;
      }

      @SuppressWarnings("unchecked")
      private static JsonSerializer<Object> unwrapped(JsonSerializer<?> serializer) {
        return ((JsonSerializer<Object>) serializer).unwrappingSerializer(NameTransformer.NOP);
      }
    }

    @Override
    public void resolve(SerializerProvider provider) throws JsonMappingException {
      ((ResolvableSerializer) member).resolve(provider);
    }

    @Override
    @SuppressWarnings("unchecked")
    public JsonSerializer<?> createContextual(SerializerProvider provider, BeanProperty property)
        throws JsonMappingException {
      return new OneofSerializer(
          (JsonSerializer<Object>)
              ((ContextualSerializer) member).createContextual(provider, property));
    }

    @Override
    public void serialize(Object oneof, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeStartObject(oneof, 1);
      member.serialize(oneof, out, provider);
      out.writeEndObject();
    }
  }
}
