package codec;

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

/** java.io's default serialization of a stream of objects: two streams for all, reset between. */
public final class Codec implements Adapter {
  private final BytesStream sink = new BytesStream();
  private final FedStream source = new FedStream();
  private final ObjectOutputStream out;
  private final ObjectInputStream in;

  public Codec(PlainTypes types) {
    try {
      out = new ObjectOutputStream(sink);
      out.flush();
      // The header opens the stream once, and so does the reader's.
      source.feed(sink.bytes());
      in = new ObjectInputStream(source);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofJdk();
  }

  @Override
  public Bytes encode(Object object) {
    sink.reset();
    try {
      out.reset();
      out.writeObject(object);
      out.flush();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return sink.bytes();
  }

  @Override
  public Object decode(Bytes message) {
    source.feed(message);
    try {
      return in.readObject();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    } catch (ClassNotFoundException fault) {
      throw new IllegalStateException(fault);
    }
  }
}
