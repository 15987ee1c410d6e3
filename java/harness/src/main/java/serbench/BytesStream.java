package serbench;

import java.io.ByteArrayOutputStream;

/** A ByteArrayOutputStream that is kept between objects and shows its array instead of a copy. */
public final class BytesStream extends ByteArrayOutputStream {
  private final Bytes written = new Bytes();

  public BytesStream() {
    super(4096);
  }

  /** What has been written since the last reset, valid until the next. */
  public Bytes bytes() {
    return written.set(buf, 0, count);
  }
}
