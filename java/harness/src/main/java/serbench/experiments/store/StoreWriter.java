package serbench.experiments.store;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Writes a store. Threads may write blocks of records at the same time. */
public final class StoreWriter implements Closeable {
  private final String path;
  private final StoreFile.Identity identity;
  private final boolean direct;
  private final StoreFile data;
  private final StoreFile index;
  private final int headerBytes;
  private final AtomicLong dataBytes = new AtomicLong();

  /**
   * Makes both files.
   *
   * @param direct leaves the system's page cache out
   */
  public StoreWriter(String path, String indexPath, StoreFile.Identity identity, boolean direct) {
    this.path = path;
    this.identity = identity;
    this.direct = direct;
    data = StoreFile.created(path, direct);
    index = StoreFile.created(indexPath, false);
    headerBytes = header(0).remaining();
  }

  /** Blocks begin and end at multiples of this. */
  public int granule() {
    return direct ? StoreFile.PAGE_BYTES : StoreFile.RECORD_ALIGNMENT;
  }

  public boolean throughPageCache() {
    return !direct;
  }

  /**
   * The place of a block.
   *
   * @param bytes its size, a multiple of the granule
   */
  public long reserve(long bytes) {
    return dataBytes.getAndAdd(bytes);
  }

  public void write(ByteBuffer block, long offset) {
    data.write(block, offset);
  }

  /** Notes where objects lie, in a block at an offset. */
  public void note(long[] numbers, List<StoreFile.Extent> extents, long offset) {
    for (int i = 0; i < numbers.length; ) {
      // Entries that lie side by side are written at once.
      int begin = i;
      do {
        i++;
      } while (i < numbers.length && numbers[i] == numbers[i - 1] + 1);
      ByteBuffer entries = StoreFile.littleEndian(StoreFile.ENTRY_BYTES * (i - begin));
      for (StoreFile.Extent extent : extents.subList(begin, i)) {
        entries.putLong(offset + extent.offset()).putLong(extent.bytes());
      }
      index.write(entries.flip(), headerBytes + StoreFile.ENTRY_BYTES * numbers[begin]);
    }
  }

  /**
   * Completes both files once all blocks are written, and tells how many bytes of data there are.
   */
  public long finish() {
    long bytes = dataBytes.get();
    index.write(header(bytes), 0);
    long end = headerBytes + StoreFile.ENTRY_BYTES * identity.objects();
    long checksum = index.checksum(end);
    ByteBuffer last = StoreFile.littleEndian(StoreFile.CHECKSUM_BYTES).putLong(checksum);
    index.write(last.flip(), end);
    ByteBuffer trailer = StoreFile.littleEndian(StoreFile.TRAILER_BYTES);
    trailer.put(StoreFile.DATA_MAGIC.getBytes(StandardCharsets.US_ASCII)).putLong(checksum);
    try (StoreFile endOfData = StoreFile.existing(path)) {
      endOfData.write(trailer.flip(), bytes);
    }
    return bytes;
  }

  /** Waits until the data is on the disk. */
  public void sync() {
    data.sync();
  }

  private ByteBuffer header(long bytes) {
    byte[] codec = identity.codec().getBytes(StandardCharsets.UTF_8);
    byte[] workload = identity.workload().getBytes(StandardCharsets.UTF_8);
    int written = StoreFile.FIXED_HEADER_BYTES + 8 + codec.length + workload.length;
    int size = (int) StoreFile.roundedUp(written, StoreFile.RECORD_ALIGNMENT);
    ByteBuffer header = StoreFile.littleEndian(size);
    header.put(StoreFile.INDEX_MAGIC.getBytes(StandardCharsets.US_ASCII));
    header.putInt(StoreFile.FORMAT_VERSION).putInt(size);
    header.putLong(identity.objects()).putLong(bytes).putLong(identity.corpusDigest());
    header.putInt(codec.length).put(codec).putInt(workload.length).put(workload);
    return header.position(size).flip();
  }

  @Override
  public void close() {
    data.close();
    index.close();
  }
}
