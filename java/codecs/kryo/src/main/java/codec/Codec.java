package codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Libraries;
import serbench.PlainTypes;

/** Kryo with its default serializers, all classes registered, Input and Output reused. */
public final class Codec implements Adapter {
  private static final List<Class<?>> CONTAINERS =
      List.of(
          ArrayList.class,
          LinkedHashMap.class,
          byte[].class,
          boolean[].class,
          int[].class,
          long[].class,
          float[].class,
          double[].class);

  private final Kryo kryo = new Kryo();
  private final Output output = Buffers.output();
  private final Input input = Buffers.input();
  private final Bytes encoded = new Bytes();
  private final Class<?> root;

  public Codec(PlainTypes types) {
    root = types.root();
    // No two places of an object share a value, so references need not be tracked.
    kryo.setReferences(false);
    kryo.setRegistrationRequired(true);
    Buffers.configure(kryo);
    Mode.configure(kryo);
    CONTAINERS.forEach(kryo::register);
    types.all().forEach(kryo::register);
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("com.esotericsoftware", "kryo");
  }

  @Override
  public Bytes encode(Object object) {
    output.reset();
    kryo.writeObject(output, object);
    return encoded.set(output.getBuffer(), 0, output.position());
  }

  @Override
  public Object decode(Bytes message) {
    input.setBuffer(message.array, message.begin, message.size);
    return kryo.readObject(input, root);
  }
}
