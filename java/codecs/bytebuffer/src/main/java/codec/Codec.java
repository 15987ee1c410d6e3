package codec;

import java.util.Map;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Libraries;
import serbench.Malformed;
import serbench.PlainTypes;
import serbench.Plan;
import serbench.UpdateAdapter;

/**
 * FORMAT.md's bytes, written and read by rendered code over a reused array, little-endian by
 * VarHandles; access scans.
 */
public final class Codec implements Adapter, UpdateAdapter {
  private final HandcodedAccess access = new HandcodedAccess();
  private final Bytes encoded = new Bytes();
  private byte[] buffer = new byte[4096];

  public Codec(PlainTypes types) {}

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofJdk();
  }

  @Override
  public Bytes encode(Object object) {
    for (; ; ) {
      try {
        return encoded.set(buffer, 0, HandcodedWriting.write(object, buffer));
      } catch (IndexOutOfBoundsException full) {
        // Only the largest object so far costs a second try.
        buffer = Bytes.larger(buffer);
      }
    }
  }

  @Override
  public Object decode(Bytes message) {
    try {
      return HandcodedReading.read(message);
    } catch (IndexOutOfBoundsException beyond) {
      throw endsInside(beyond);
    }
  }

  @Override
  public long access(Bytes message, Plan plan) {
    try {
      return switch (plan) {
        case ONE -> access.one(message);
        case TENTH -> access.tenth(message);
        case ALL -> access.all(message);
      };
    } catch (IndexOutOfBoundsException beyond) {
      throw endsInside(beyond);
    }
  }

  @Override
  public boolean updateNumber(Bytes message) {
    return HandcodedAccess.update(message);
  }

  /** The array checks its bounds, so nothing else does. */
  private static Malformed endsInside(IndexOutOfBoundsException beyond) {
    return new Malformed("The bytes end inside a value.");
  }
}
