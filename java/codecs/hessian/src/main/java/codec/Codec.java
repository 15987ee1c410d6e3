package codec;

import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.SerializerFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import serbench.Adapter;
import serbench.Bytes;
import serbench.BytesStream;
import serbench.PlainTypes;

/** Hessian 2 by reflection: a factory of serializers for all calls, a stream for each message. */
public final class Codec implements Adapter {
  private final SerializerFactory factory = new SerializerFactory();
  private final BytesStream stream = new BytesStream();
  private final Hessian2Output out = new Hessian2Output();

  public Codec(PlainTypes types) {
    out.setSerializerFactory(factory);
  }

  @Override
  public Map<String, String> libraries() {
    // The manifest in its jar has been that of 3.1.0 since then; the name of the file is right.
    String jar = Hessian2Output.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    String name = jar.substring(jar.lastIndexOf('/') + 1);
    return Map.of("hessian", name.replace("hessian-", "").replace(".jar", ""));
  }

  @Override
  public Bytes encode(Object object) {
    stream.reset();
    out.init(stream);
    try {
      out.writeObject(object);
      out.flush();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return stream.bytes();
  }

  @Override
  public Object decode(Bytes message) {
    // One that is kept would go on in the bytes that a message before left in it.
    Hessian2Input in =
        new Hessian2Input(new ByteArrayInputStream(message.array, message.begin, message.size));
    in.setSerializerFactory(factory);
    try {
      return in.readObject();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
