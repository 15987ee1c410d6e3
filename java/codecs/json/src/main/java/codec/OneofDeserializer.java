package codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.ResolvableDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads a sealed interface whose classes have one property each: the name of the object's one
 * member tells which class it is. Jackson would deduce the same ({@code JsonTypeInfo.Id.DEDUCTION})
 * but copies the member into a buffer first.
 */
final class OneofDeserializer extends StdDeserializer<Object> implements ResolvableDeserializer {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, JsonDeserializer<Object>> cases = new HashMap<>();

  private OneofDeserializer(JavaType oneof) {
    super(oneof);
  }

  /** The deserializers of all sealed interfaces. */
  static final class OfSealed extends SimpleDeserializers {
    private static final long serialVersionUID = 1L;

    @Override
    public JsonDeserializer<?> findBeanDeserializer(
        JavaType type, DeserializationConfig config, BeanDescription description) {
      return type.getRawClass().isSealed() ? new OneofDeserializer(type) : null;
    }
  }

  @Override
  public void resolve(DeserializationContext context) throws JsonMappingException {
    for (Class<?> permitted : handledType().getPermittedSubclasses()) {
      JavaType type = context.constructType(permitted);
      BeanDescription description = context.getConfig().introspect(type);
      cases.put(
          description.findProperties().get(0).getName(),
          context.findContextualValueDeserializer(type, null));
    }
  }

  @Override
  public boolean isCachable() {
    return true;
  }

  @Override
  public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
    for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
      JsonDeserializer<Object> ofCase = cases.get(name);
      if (ofCase != null) {
        // The class takes over at the name of its property and goes on to the end of the object.
        return ofCase.deserialize(in, context);
      }
      in.nextToken();
      in.skipChildren();
    }
    return null;
  }
}
