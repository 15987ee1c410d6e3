package codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import serbench.Adapter;
import serbench.Bytes;
import serbench.BytesStream;
import serbench.Libraries;
import serbench.PlainTypes;

/** java.io's default serialization, each object in a stream of its own. */
public final class Codec implements Adapter {
  private final BytesStream stream = new BytesStream();

  public Codec(PlainTypes types) {}

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofJdk();
  }

  @Override
  public Bytes encode(Object object) {
    stream.reset();
    try (ObjectOutputStream out = new ObjectOutputStream(stream)) {
      out.writeObject(object);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return stream.bytes();
  }

  @Override
  public Object decode(Bytes message) {
    ByteArrayInputStream bytes =
        new ByteArrayInputStream(message.array, message.begin, message.size);
    try (ObjectInputStream in = new ObjectInputStream(bytes)) {
      return in.readObject();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    } catch (ClassNotFoundException fault) {
      throw new IllegalStateException(fault);
    }
  }
}
