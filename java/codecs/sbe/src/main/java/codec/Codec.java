package codec;

import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Libraries;
import serbench.PlainTypes;
import serbench.Plan;
import serbench.UpdateAdapter;
import uk.co.real_logic.sbe.SbeTool;

/** SBE's generated flyweights over buffers that are kept: written and read in stream order. */
public final class Codec implements Adapter, UpdateAdapter {
  private final Level writing = new Level();
  private final Level reading = new Level();
  private final Bytes encoded = new Bytes();

  public Codec(PlainTypes types) {}

  @Override
  public Map<String, String> libraries() {
    Map<String, String> libraries =
        new LinkedHashMap<>(Libraries.ofManifest("sbe-tool", SbeTool.class));
    libraries.putAll(Libraries.ofManifest("agrona", UnsafeBuffer.class));
    return libraries;
  }

  @Override
  public Bytes encode(Object object) {
    int sizeBytes = writing.writeRoot(object);
    return encoded.set(writing.buffer.byteArray(), 0, sizeBytes);
  }

  @Override
  public Object decode(Bytes message) {
    return opened(message).readRoot();
  }

  @Override
  public long access(Bytes message, Plan plan) {
    Level opened = opened(message);
    return switch (plan) {
      case ONE -> opened.one();
      case TENTH -> opened.tenth();
      case ALL -> opened.all();
    };
  }

  @Override
  public boolean updateNumber(Bytes message) {
    return opened(message).update();
  }

  private Level opened(Bytes message) {
    reading.buffer.wrap(message.array, message.begin, message.size);
    return reading;
  }
}
