package codec;

import java.util.Map;
import serbench.AccessPage;
import serbench.Bytes;
import serbench.Libraries;
import serbench.Page;
import serbench.PlainTypes;

/**
 * FORMAT.md's bytes, written and read by rendered code over a reused array, little-endian by
 * VarHandles; access scans.
 */
public final class Codec implements Page, AccessPage {
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
    return HandcodedReading.read(message);
  }

  @Override
  public long accessOne(Bytes message) {
    return access.one(message);
  }

  @Override
  public long accessTenth(Bytes message) {
    return access.tenth(message);
  }

  @Override
  public long accessAll(Bytes message) {
    return access.all(message);
  }
}
