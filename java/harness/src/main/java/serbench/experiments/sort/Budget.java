package serbench.experiments.sort;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import serbench.RequestError;
import serbench.experiments.store.StoreFile;

/**
 * How the memory is divided.
 *
 * @param heapPerByte what is held in memory for each byte of a message: 1, or what objects take
 * @param granule of which blocks are multiples
 */
record Budget(long memoryBytes, int threads, int fanIn, double heapPerByte, int granule) {
  /** How many records are handled between two looks at the clocks. */
  static final int RECORDS_A_BLOCK = 256;

  /** A key and the number, two numbers that sort them, and where the record is and its size. */
  private static final int ENTRY_BYTES = 8 + 4 + 2 * 4 + 2 * 4;

  private static final long LARGEST_BLOCK_BYTES = 8 << 20;

  Budget {
    if (fanIn < 2) {
      throw new RequestError("A merge takes at least two chunks at once.");
    }
  }

  /** Records of a store from a position in the data file to another, which become a chunk. */
  record Range(int begin, int end) {}

  /**
   * How many bytes of records a block has at most. A merge holds a block of each chunk and the one
   * that is written; every block comes and goes through memory that the system reads and writes.
   */
  int blockBytes() {
    double most = shareBytes() / ((fanIn + 1) * heapPerByte + 2);
    return (int) Math.min(LARGEST_BLOCK_BYTES, most) / granule * granule;
  }

  /**
   * Where a block ends that begins with a record and has no more bytes of messages than a block may
   * have; it has at least this record.
   *
   * @param sizes of the messages, by their positions
   */
  int blockEnd(int begin, int end, IntUnaryOperator sizes) {
    int most = Math.min(end, begin + RECORDS_A_BLOCK);
    long bytes = sizes.applyAsInt(begin);
    int at = begin + 1;
    while (at < most) {
      bytes += sizes.applyAsInt(at);
      if (bytes > blockBytes()) {
        break;
      }
      at++;
    }
    return at;
  }

  /** What a record takes in a block of a chunk. */
  int spaceBytes(int messageBytes) {
    return (int) StoreFile.roundedUp((long) Chunk.HEADER_BYTES + messageBytes, granule);
  }

  /** Throws RequestError where the chunks cannot be merged. */
  void requireBlock(int largestMessageBytes) {
    if (spaceBytes(largestMessageBytes) > blockBytes()) {
      throw tooSmall();
    }
  }

  /**
   * The chunks of a thread's share of the records.
   *
   * @param sizes of the messages, by their positions
   */
  List<Range> chunks(int begin, int end, IntUnaryOperator sizes) {
    List<Range> chunks = new ArrayList<>();
    int first = begin;
    long held = 0;
    for (int i = begin; i < end; i++) {
      long cost = heldBytes(sizes.applyAsInt(i));
      if (cost > shareBytes()) {
        throw tooSmall();
      }
      if (held + cost > shareBytes()) {
        chunks.add(new Range(first, i));
        first = i;
        held = 0;
      }
      held += cost;
    }
    if (first < end) {
      chunks.add(new Range(first, end));
    }
    return chunks;
  }

  private long heldBytes(int messageBytes) {
    long recordBytes = StoreFile.roundedUp(messageBytes, StoreFile.RECORD_ALIGNMENT);
    return (long) Math.ceil(recordBytes * heapPerByte) + ENTRY_BYTES;
  }

  long shareBytes() {
    return memoryBytes / threads;
  }

  private RequestError tooSmall() {
    return new RequestError("The memory of " + memoryBytes + " bytes does not hold one block.");
  }
}
