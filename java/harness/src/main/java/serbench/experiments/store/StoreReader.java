package serbench.experiments.store;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import serbench.RequestError;

/** Reads a store that has been written in full. Threads may share it. */
public final class StoreReader implements Closeable {
  private static final int LONGEST_HEADER_BYTES = 65536;

  private final boolean direct;
  private final StoreFile data;
  private final StoreFile index;
  private StoreFile.Identity identity;
  private int headerBytes;
  private long dataBytes;

  /** Throws RequestError when the two files do not belong together or are not whole. */
  public StoreReader(String path, String indexPath, boolean direct) {
    this.direct = direct;
    data = StoreFile.reading(path, direct);
    index = StoreFile.reading(indexPath, false);
    readHeader();
    verifyChecksum(path);
  }

  public StoreFile.Identity identity() {
    return identity;
  }

  public int granule() {
    return direct ? StoreFile.PAGE_BYTES : StoreFile.RECORD_ALIGNMENT;
  }

  /** Where these objects lie. Throws RequestError for an object that the store does not have. */
  public StoreFile.Extent[] locate(long[] objects) {
    StoreFile.Extent[] extents = new StoreFile.Extent[objects.length];
    for (int i = 0; i < objects.length; ) {
      // Entries that lie side by side are read at once.
      int count = 1;
      while (i + count < objects.length && objects[i + count] == objects[i] + count) {
        count++;
      }
      long last = objects[i] + count - 1;
      if (objects[i] < 0 || last >= identity.objects()) {
        throw new RequestError(
            "The store has no object " + last + "; it has " + identity.objects() + ".");
      }
      long offset = headerBytes + StoreFile.ENTRY_BYTES * objects[i];
      ByteBuffer entries = index.taken(offset, StoreFile.ENTRY_BYTES * count);
      for (int k = 0; k < count; k++) {
        extents[i + k] = extent(objects[i] + k, entries.getLong(), entries.getLong());
      }
      i += count;
    }
    return extents;
  }

  /**
   * Fills the buffer from a multiple of the granule on.
   *
   * @param needed how many bytes are read at least
   */
  public void read(ByteBuffer to, long offset, long needed) {
    data.read(to, offset, needed);
  }

  private static StoreFile.Extent extent(long object, long offset, long bytes) {
    if (bytes < 0 || bytes > Integer.MAX_VALUE) {
      throw new RequestError(
          "The object "
              + object
              + " has "
              + Long.toUnsignedString(bytes)
              + " bytes, which are too many to read.");
    }
    return new StoreFile.Extent(offset, (int) bytes);
  }

  private void readHeader() {
    long size = index.size();
    if (size < StoreFile.FIXED_HEADER_BYTES) {
      throw index.refused("is no index of a store");
    }
    ByteBuffer fixed = index.taken(0, StoreFile.FIXED_HEADER_BYTES);
    byte[] magic = new byte[8];
    fixed.get(magic);
    if (!new String(magic, StandardCharsets.ISO_8859_1).equals(StoreFile.INDEX_MAGIC)) {
      throw index.refused("is no index of a store");
    }
    if (fixed.getInt() != StoreFile.FORMAT_VERSION) {
      throw index.refused("has another version of the format than " + StoreFile.FORMAT_VERSION);
    }
    headerBytes = fixed.getInt();
    long objects = fixed.getLong();
    dataBytes = fixed.getLong();
    final long digest = fixed.getLong();
    if (headerBytes < StoreFile.FIXED_HEADER_BYTES
        || headerBytes > Math.min(size, LONGEST_HEADER_BYTES)
        || objects != (size - headerBytes) / StoreFile.ENTRY_BYTES
        || size != headerBytes + StoreFile.ENTRY_BYTES * objects + StoreFile.CHECKSUM_BYTES) {
      throw index.refused("does not have the size that its header tells");
    }
    ByteBuffer texts =
        index.taken(StoreFile.FIXED_HEADER_BYTES, headerBytes - StoreFile.FIXED_HEADER_BYTES);
    identity = new StoreFile.Identity(text(texts), text(texts), digest, objects);
  }

  private String text(ByteBuffer texts) {
    int size = texts.remaining() < 4 ? -1 : texts.getInt();
    if (size < 0 || size > texts.remaining()) {
      throw index.refused("is damaged in its header");
    }
    byte[] text = new byte[size];
    texts.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private void verifyChecksum(String path) {
    long end = headerBytes + StoreFile.ENTRY_BYTES * identity.objects();
    long said = index.taken(end, StoreFile.CHECKSUM_BYTES).getLong();
    if (said != index.checksum(end)) {
      throw index.refused("does not have the checksum that it tells");
    }
    try (StoreFile whole = StoreFile.reading(path, false)) {
      if (whole.size() != dataBytes + StoreFile.TRAILER_BYTES) {
        throw whole.refused("does not have the size that its index tells");
      }
      ByteBuffer trailer = whole.taken(dataBytes, StoreFile.TRAILER_BYTES);
      byte[] magic = new byte[8];
      trailer.get(magic);
      if (!new String(magic, StandardCharsets.ISO_8859_1).equals(StoreFile.DATA_MAGIC)
          || trailer.getLong() != said) {
        throw whole.refused("belongs to another index");
      }
    }
  }

  @Override
  public void close() {
    data.close();
    index.close();
  }
}
