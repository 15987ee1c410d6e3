package serbench.experiments.sort;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import serbench.experiments.store.StoreFile;

/** A sorted piece in a file of its own, which is read once, by the blocks that were written. */
final class Chunk implements Destination, Closeable {
  static final int HEADER_BYTES = 16;

  private final StoreFile file;
  private final boolean direct;
  private final int merges;
  private int[] blockBytes = new int[16];
  private int[] blockRecords = new int[16];
  private int blocks;
  private long end;
  private int nextBlock;
  private long nextOffset;

  /**
   * A chunk without records.
   *
   * @param merges how often its records have been merged
   */
  Chunk(String path, boolean direct, int merges) {
    this.direct = direct;
    this.merges = merges;
    file = StoreFile.temporary(path, direct);
  }

  int merges() {
    return merges;
  }

  int largestBlockBytes() {
    return Arrays.stream(blockBytes, 0, blocks).max().orElse(0);
  }

  @Override
  public int headerBytes() {
    return HEADER_BYTES;
  }

  @Override
  public boolean throughPageCache() {
    return !direct;
  }

  @Override
  public void write(ByteBuffer block, int records) {
    if (blocks == blockBytes.length) {
      blockBytes = Arrays.copyOf(blockBytes, 2 * blocks);
      blockRecords = Arrays.copyOf(blockRecords, 2 * blocks);
    }
    blockBytes[blocks] = block.remaining();
    blockRecords[blocks] = records;
    file.write(block, end);
    end += blockBytes[blocks];
    blocks++;
  }

  /** Each record has its number in its header. */
  @Override
  public void note(int number, int place, int size) {}

  @Override
  public void sync() {
    file.sync();
  }

  boolean hasNext() {
    return nextBlock < blocks;
  }

  /** Reads the next block into memory that has room for it. Returns how many bytes it has. */
  int read(ByteBuffer memory) {
    int bytes = blockBytes[nextBlock];
    memory.limit(bytes).position(0);
    file.read(memory, nextOffset, bytes);
    memory.clear();
    nextOffset += bytes;
    nextBlock++;
    return bytes;
  }

  /** Where the records of the block lie that was read last. */
  void locate(ByteBuffer memory, ReadBlock block) {
    block.begin(memory);
    int at = 0;
    for (int i = 0; i < blockRecords[nextBlock - 1]; i++) {
      int size = memory.getInt(at);
      int message = at + HEADER_BYTES;
      block.add(memory.getInt(at + Integer.BYTES), message, size);
      at = (int) StoreFile.roundedUp((long) message + size, StoreFile.RECORD_ALIGNMENT);
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
