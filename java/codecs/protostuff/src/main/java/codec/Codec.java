package codec;

import io.protostuff.ByteArrayInput;
import io.protostuff.LinkedBuffer;
import io.protostuff.ProtostuffIOUtil;
import io.protostuff.Schema;
import io.protostuff.runtime.RuntimeSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import serbench.Bytes;
import serbench.BytesStream;
import serbench.Libraries;
import serbench.Malformed;
import serbench.PlainTypes;
import serbench.ReuseAdapter;

/** Protostuff's own format by a runtime schema of the plain class, its buffer reused. */
public final class Codec implements ReuseAdapter {
  private final LinkedBuffer buffer = LinkedBuffer.allocate(4096);
  private final BytesStream stream = new BytesStream();
  private final PlainTypes types;
  private final Schema<Object> schema;

  public Codec(PlainTypes types) {
    this.types = types;
    schema = schemaOf(types.root());
  }

  @SuppressWarnings("unchecked")
  private static Schema<Object> schemaOf(Class<?> root) {
    return RuntimeSchema.getSchema((Class<Object>) root);
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("io.protostuff", "protostuff-core");
  }

  @Override
  public Bytes encode(Object object) {
    stream.reset();
    try {
      ProtostuffIOUtil.writeTo(stream, object, schema, buffer);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    } finally {
      buffer.clear();
    }
    return stream.bytes();
  }

  @Override
  public Object decode(Bytes message) {
    return merged(message, schema.newMessage());
  }

  /** Merging adds to what an object holds, so a used one is emptied first. */
  @Override
  public void decodeReuse(Bytes message, Object object) {
    types.clear(object);
    merged(message, object);
  }

  /**
   * What {@link ProtostuffIOUtil} does, and a look at where it ended: inside a number the library
   * does not check for the end of the message and reads on behind it.
   */
  private Object merged(Bytes message, Object object) {
    ByteArrayInput input = new ByteArrayInput(message.array, message.begin, message.size, true);
    try {
      schema.mergeFrom(input, object);
      input.checkLastTagWas(0);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    if (input.currentOffset() != message.begin + message.size) {
      throw new Malformed("The message ends inside a field.");
    }
    return object;
  }
}
