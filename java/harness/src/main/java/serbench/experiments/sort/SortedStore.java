package serbench.experiments.sort;

import java.nio.ByteBuffer;
import serbench.experiments.store.StoreWriter;

/** The store that a sort writes. */
final class SortedStore implements Destination {
  private final StoreWriter writer;
  private final RecordIndex index;
  private long blockBegin;
  private long messageBytes;
  private long dataBytes;

  SortedStore(StoreWriter writer, RecordIndex index) {
    this.writer = writer;
    this.index = index;
  }

  @Override
  public int headerBytes() {
    return 0;
  }

  @Override
  public boolean throughPageCache() {
    return writer.throughPageCache();
  }

  @Override
  public void write(ByteBuffer block, int records) {
    blockBegin = writer.reserve(block.remaining());
    writer.write(block, blockBegin);
  }

  @Override
  public void note(int number, int place, int size) {
    index.moved(number, blockBegin + place, size);
    messageBytes += size;
  }

  @Override
  public void sync() {
    writer.sync();
  }

  long messageBytes() {
    return messageBytes;
  }

  /** Completes the files when all blocks are written. */
  void finish() {
    index.writeTo(writer);
    dataBytes = writer.finish();
  }

  /** What the index calls the size of the data. */
  long dataBytes() {
    return dataBytes;
  }
}
