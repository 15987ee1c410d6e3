package codec;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleDeserializers;

/**
 * Reads a sealed interface whose classes have one property each: the name of the object's one
 * member tells which class it is. Jackson would deduce the same ({@code JsonTypeInfo.Id.DEDUCTION})
 * but copies the member into a buffer first.
 */
final class OneofDeserializer extends StdDeserializer<Object> {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, ValueDeserializer<Object>> cases = new HashMap<>();

  private OneofDeserializer(JavaType oneof) {
    super(oneof);
  }

  /** The deserializers of all sealed interfaces. */
  static final class OfSealed extends SimpleDeserializers {
    private static final long serialVersionUID = 1L;

    @Override
    public ValueDeserializer<?> findBeanDeserializer(
        JavaType type, DeserializationConfig config, BeanDescription.Supplier description) {
      return type.getRawClass().isSealed() ? new OneofDeserializer(type) : null;
    }
  }

  @Override
  public void resolve(DeserializationContext context) {
    for (Class<?> permitted : handledType().getPermittedSubclasses()) {
      JavaType type = context.constructType(permitted);
      BeanDescription description = context.introspectBeanDescription(type);
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
  public Object deserialize(JsonParser in, DeserializationContext context) {
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      ValueDeserializer<Object> ofCase = cases.get(name);
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
