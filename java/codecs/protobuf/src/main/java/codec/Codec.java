package codec;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import serbench.Bytes;
import serbench.Libraries;
import serbench.PlainTypes;
import serbench.Plan;
import serbench.TouchAdapter;

/** Protocol Buffers with generated classes, written into an array that is kept. */
public final class Codec implements TouchAdapter {
  /** By default 100. Deeper data is data too, and the stack of the JVM holds this. */
  private static final int DEEPEST = 1000;

  private final Bytes encoded = new Bytes();
  private byte[] buffer = new byte[4096];

  public Codec(PlainTypes types) {}

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofManifest("protobuf-java", MessageLite.class);
  }

  @Override
  public Object build(Object object) {
    return Conversions.buildRoot(object);
  }

  /** What toByteArray does, but for the new array. */
  @Override
  public Bytes serialize(Object message) {
    MessageLite built = (MessageLite) message;
    int size = built.getSerializedSize();
    while (buffer.length < size) {
      buffer = Bytes.larger(buffer);
    }
    CodedOutputStream output = CodedOutputStream.newInstance(buffer, 0, size);
    try {
      built.writeTo(output);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    output.checkNoSpaceLeft();
    return encoded.set(buffer, 0, size);
  }

  @Override
  public Object deserialize(Bytes message) {
    CodedInputStream input =
        CodedInputStream.newInstance(message.array, message.begin, message.size);
    input.setRecursionLimit(DEEPEST);
    try {
      Object parsed = Conversions.parser().parseFrom(input);
      input.checkLastTagWas(0);
      return parsed;
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  @Override
  public Object extract(Object message) {
    return Conversions.extractRoot(message);
  }

  @Override
  public long touch(Object opened, Plan plan) {
    return MessageAccess.touch(opened, plan);
  }
}
