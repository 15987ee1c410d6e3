package codec;

import io.activej.codegen.DefiningClassLoader;
import io.activej.serializer.BinarySerializer;
import io.activej.serializer.SerializerBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Libraries;
import serbench.PlainTypes;

/** ActiveJ's serializer, whose code the library generates for the plain classes. */
public final class Codec implements Adapter {
  private final BinarySerializer<Object> serializer;
  private final Bytes encoded = new Bytes();

  @SuppressWarnings("unchecked")
  public Codec(PlainTypes types) {
    ClassLoader loader = types.root().getClassLoader();
    SerializerBuilder builder =
        SerializerBuilder.create(DefiningClassLoader.create(loader))
            .withAnnotationCompatibilityMode();
    types.all().stream()
        .flatMap(type -> Stream.of(type.getInterfaces()))
        .filter(Class::isSealed)
        .distinct()
        .forEach(oneof -> addOneof(builder, oneof));
    serializer = builder.build((Class<Object>) types.root());
  }

  /** Names the classes of a sealed interface. */
  @SuppressWarnings("unchecked")
  private static <T> void addOneof(SerializerBuilder builder, Class<T> oneof) {
    List<Class<?>> cases = List.of(oneof.getPermittedSubclasses());
    builder.withSubclasses(oneof, (List<Class<? extends T>>) (List<?>) cases);
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("io.activej", "activej-serializer");
  }

  @Override
  public Bytes encode(Object object) {
    return encoded.fill((array, at) -> serializer.encode(array, at, object));
  }

  @Override
  public Object decode(Bytes message) {
    return serializer.decode(message.array, message.begin);
  }
}
