package codec;

import java.util.Map;
import org.apache.thrift.TBase;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.AutoExpandingBufferWriteTransport;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.apache.thrift.transport.TTransportException;
import serbench.Bytes;
import serbench.KeptMessageAdapter;
import serbench.Libraries;
import serbench.Malformed;
import serbench.PlainTypes;
import serbench.Plan;
import serbench.ReuseAdapter;
import serbench.TouchAdapter;

/** Apache Thrift's protocols with generated classes, over transports in memory that are kept. */
public final class Codec implements KeptMessageAdapter, TouchAdapter, ReuseAdapter {
  /** By default messages of at most 100 MiB and 64 levels. Larger and deeper data is data too. */
  private static final TConfiguration LIMITS =
      TConfiguration.custom().setMaxMessageSize(Integer.MAX_VALUE).setRecursionLimit(1000).build();

  private final AutoExpandingBufferWriteTransport output;
  private final TMemoryInputTransport input;
  private final TProtocol writer;
  private final TProtocol reader;
  private final Bytes encoded = new Bytes();
  private final TBase<?, ?> kept = Conversions.newRoot();
  private final PlainTypes types;

  public Codec(PlainTypes types) {
    this.types = types;
    try {
      output = new AutoExpandingBufferWriteTransport(LIMITS, 4096, 0);
      input = new TMemoryInputTransport(LIMITS);
    } catch (TTransportException fault) {
      throw new IllegalStateException(fault);
    }
    writer = Protocols.over(output);
    reader = Protocols.over(input);
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofManifest("libthrift", TBase.class);
  }

  @Override
  public Object build(Object object) {
    return Conversions.buildRoot(object);
  }

  @Override
  public Bytes serialize(Object message) {
    output.reset();
    writer.reset();
    try {
      ((TBase<?, ?>) message).write(writer);
    } catch (TException fault) {
      throw new IllegalArgumentException(fault);
    }
    return encoded.set(output.getBuf().array(), 0, output.getLength());
  }

  @Override
  public Object deserialize(Bytes message) {
    kept.clear();
    return read(kept, message);
  }

  @Override
  public Object deserializeFresh(Bytes message) {
    return read(Conversions.newRoot(), message);
  }

  /** The true size is told, so that a list cannot claim more elements than there are bytes. */
  private Object read(TBase<?, ?> into, Bytes message) {
    input.reset(message.array, message.begin, message.size);
    reader.reset();
    try {
      input.resetMessageSizeAndConsumedBytes(message.size);
      into.read(reader);
    } catch (TException fault) {
      throw new IllegalArgumentException(fault);
    }
    if (input.getBytesRemainingInBuffer() != 0) {
      throw new Malformed("Bytes are left over after the message.");
    }
    return into;
  }

  @Override
  public Object extract(Object message) {
    return Conversions.extractRoot(message);
  }

  @Override
  public void decodeReuse(Bytes message, Object object) {
    types.clear(object);
    Conversions.extractRoot(deserialize(message), object);
  }

  @Override
  public long touch(Object opened, Plan plan) {
    return MessageAccess.touch(opened, plan);
  }
}
