package serbench.experiments.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import serbench.Bytes;
import serbench.experiments.store.StoreFile;

/** Merges a group of chunks, for one thread. */
final class Merging implements Sequence {
  private static final int NONE = -1;

  private final List<Chunk> chunks;
  private final boolean keyed;
  private final Tally tally;
  private final int mostBytes;
  private final ByteBuffer memory;
  private final ReadBlock block = new ReadBlock();

  /** The block of each chunk that is in memory, and the first of its records that is not taken. */
  private final HeldRecords[] held;

  private final int[] at;

  /** Of these first records. */
  private final long[] keys;

  private final int[] numbers;
  private final LoserTree tree;

  /** The chunk whose block has been taken in full. */
  private int usedUp = NONE;

  /** The records that have been taken last, in their order. */
  private final int[] takenChunks = new int[Budget.RECORDS_A_BLOCK];

  private final int[] takenRecords = new int[takenChunks.length];
  private int taken;

  Merging(Setting setting, SortedCodec codec, Tally tally, List<Chunk> chunks) {
    this.chunks = chunks;
    this.tally = tally;
    mostBytes = setting.budget().blockBytes();
    int largest = chunks.stream().mapToInt(Chunk::largestBlockBytes).max().orElse(0);
    memory = StoreFile.pages(largest).order(ByteOrder.LITTLE_ENDIAN);
    held = new HeldRecords[chunks.size()];
    at = new int[held.length];
    keys = new long[held.length];
    numbers = new int[held.length];
    Mode mode = setting.mode();
    boolean decodes = mode == Mode.OBJECTS;
    HeldBytes passing = new HeldBytes(largest, decodes ? largest : 0);
    keyed = mode != Mode.LAZY;
    for (int chunk = 0; chunk < held.length; chunk++) {
      HeldBytes bytes = decodes ? passing : ofOneBlock(chunks.get(chunk));
      held[chunk] = new HeldRecords(mode, codec, Budget.RECORDS_A_BLOCK, bytes);
    }
    Order order =
        keyed
            ? new KeyOrder(keys, numbers)
            : new LazyOrder(codec, chunk -> held[chunk].message(at[chunk]), numbers);
    tree = new LoserTree(held.length, order);
  }

  private static HeldBytes ofOneBlock(Chunk chunk) {
    return new HeldBytes(chunk.largestBlockBytes(), chunk.largestBlockBytes());
  }

  /** Reads the first block of each chunk. */
  void begin() {
    for (int chunk = 0; chunk < held.length; chunk++) {
      next(chunk);
    }
    tally.merges.timed(Step.MERGE, tree::build);
  }

  /** Writes all records. */
  void write(RecordOutput output, Destination to) {
    output.begin(to, tally.merges);
    for (; ; ) {
      tally.merges.timed(Step.MERGE, this::take);
      if (taken == 0) {
        break;
      }
      output.add(this, 0, taken);
      if (usedUp != NONE) {
        tally.merges.timed(Step.FREE, held[usedUp]::clear);
        next(usedUp);
      }
    }
    output.flush();
    tally.comparisons += tree.comparisons();
  }

  /** Takes the next block of a chunk, or ends it. */
  private void next(int chunk) {
    Chunk from = chunks.get(chunk);
    if (!from.hasNext()) {
      tree.end(chunk);
      from.close();
      return;
    }
    tally.merges.timed(
        Step.READ,
        () -> {
          tally.readBytes += from.read(memory);
          from.locate(memory, block);
        });
    held[chunk].take(block, tally.merges);
    at[chunk] = 0;
    head(chunk);
  }

  private void head(int chunk) {
    numbers[chunk] = held[chunk].number(at[chunk]);
    if (keyed) {
      keys[chunk] = held[chunk].key(at[chunk]);
    }
  }

  /** Takes records until a block is used up or there are enough for one that is written. */
  private void take() {
    if (usedUp != NONE) {
      tree.replay(usedUp);
      usedUp = NONE;
    }
    taken = 0;
    long bytes = 0;
    while (taken < takenChunks.length && bytes < mostBytes) {
      int chunk = tree.winner();
      if (chunk < 0) {
        return;
      }
      takenChunks[taken] = chunk;
      takenRecords[taken] = at[chunk];
      taken++;
      bytes += held[chunk].size(at[chunk]);
      at[chunk]++;
      if (at[chunk] == held[chunk].count()) {
        usedUp = chunk;
        return;
      }
      head(chunk);
      tree.replay(chunk);
    }
  }

  @Override
  public int number(int i) {
    return held[takenChunks[i]].number(takenRecords[i]);
  }

  @Override
  public Object object(int i) {
    return held[takenChunks[i]].object(takenRecords[i]);
  }

  @Override
  public Bytes message(int i) {
    return held[takenChunks[i]].message(takenRecords[i]);
  }
}
