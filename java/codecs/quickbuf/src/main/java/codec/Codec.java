package codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import serbench.Bytes;
import serbench.Libraries;
import serbench.MessageAdapter;
import serbench.PlainTypes;
import us.hebi.quickbuf.ProtoMessage;
import us.hebi.quickbuf.ProtoSink;
import us.hebi.quickbuf.ProtoSource;

/** QuickBuffers: generated messages, sink and source that are filled again and again. */
public final class Codec implements MessageAdapter {
  /** By default 64. Deeper data is data too, and the stack of the JVM holds this. */
  private static final int DEEPEST = 1000;

  private final ProtoSink sink = ProtoSink.newArraySink();
  private final ProtoSource source = ProtoSource.newArraySource();
  private final ProtoMessage<?> written = Conversions.newRoot();
  private final ProtoMessage<?> read = Conversions.newRoot();
  private final Bytes encoded = new Bytes();
  private byte[] buffer = new byte[4096];

  public Codec(PlainTypes types) {}

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("us.hebi.quickbuf", "quickbuf-runtime");
  }

  @Override
  public Bytes encode(Object object) {
    written.clearQuick();
    Conversions.buildRoot(object, written);
    return serialize(written);
  }

  @Override
  public Object decode(Bytes message) {
    read.clearQuick();
    return extract(parsed(message, read));
  }

  @Override
  public Object build(Object object) {
    ProtoMessage<?> message = Conversions.newRoot();
    Conversions.buildRoot(object, message);
    return message;
  }

  /** What ProtoMessage.toByteArray does, but for the new array and sink. */
  @Override
  public Bytes serialize(Object object) {
    ProtoMessage<?> message = (ProtoMessage<?>) object;
    int size = message.getSerializedSize();
    while (buffer.length < size) {
      buffer = Bytes.larger(buffer);
    }
    try {
      message.writeTo(sink.setOutput(buffer, 0, size));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    sink.checkNoSpaceLeft();
    return encoded.set(buffer, 0, size);
  }

  @Override
  public Object deserialize(Bytes message) {
    return parsed(message, Conversions.newRoot());
  }

  private Object parsed(Bytes message, ProtoMessage<?> into) {
    source.setInput(message.array, message.begin, message.size);
    source.setRecursionLimit(DEEPEST);
    try {
      into.mergeFrom(source);
      source.checkLastTagWas(0);
      return into;
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  @Override
  public Object extract(Object message) {
    return Conversions.extractRoot(message);
  }
}
