package codec;

import java.util.Map;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.memory.MemoryUtils;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Libraries;
import serbench.PlainTypes;

/** Fory with all classes registered, serializers generated, buffer reused. */
public final class Codec implements Adapter {
  private static final int DEPTH = 10_000;
  private static final int LARGEST_TYPE = 1 << 24;

  private final Fory fory;
  private final MemoryBuffer buffer = MemoryUtils.buffer(4096);
  private final Bytes encoded = new Bytes();

  public Codec(PlainTypes types) {
    fory =
        Fory.builder()
            .withXlang(Mode.XLANG)
            .withCompatible(Mode.COMPATIBLE)
            .withRefTracking(false)
            // The default for Java alone. Without it release 1.6.0 misreads long strings in UTF-8.
            .withWriteNumUtf16BytesForUtf8Encoding(true)
            .requireClassRegistration(true)
            .withMaxDepth(DEPTH)
            .withMaxTypeFields(LARGEST_TYPE)
            .withMaxTypeMetaBytes(LARGEST_TYPE)
            .withMaxGraphMemoryBytes(Long.MAX_VALUE)
            .withMaxUnbackedContainerItems(Integer.MAX_VALUE)
            .build();
    types.all().forEach(fory::register);
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("org.apache.fory", "fory-core");
  }

  @Override
  public Bytes encode(Object object) {
    buffer.writerIndex(0);
    fory.serialize(buffer, object);
    return encoded.set(buffer.getHeapMemory(), 0, buffer.writerIndex());
  }

  @Override
  public Object decode(Bytes message) {
    return fory.deserialize(MemoryUtils.wrap(message.array, message.begin, message.size));
  }
}
