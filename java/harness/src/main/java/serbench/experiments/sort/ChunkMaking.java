package serbench.experiments.sort;

import java.util.List;
import java.util.stream.IntStream;
import serbench.Bytes;

/** Fills memory with records and sorts them, for one thread. */
final class ChunkMaking implements Sequence {
  private static final int SMALLEST_ARRAY_BYTES = 1 << 12;
  private static final int LARGEST_ARRAY_BYTES = 1 << 20;
  private static final int LEAST_ARRAYS = 64;

  private final Setting setting;
  private final Tally tally;
  private final InputReading input;
  private final ReadBlock block = new ReadBlock();
  private final HeldRecords held;
  private final int[] sorted;
  private final int[] spare;

  /** Has room for any of these chunks. */
  ChunkMaking(Setting setting, SortedCodec codec, Tally tally, List<Budget.Range> ranges) {
    this.setting = setting;
    this.tally = tally;
    input = new InputReading(setting.reader(), setting.index(), setting.budget(), tally);
    int mostRecords =
        ranges.stream().mapToInt(range -> range.end() - range.begin()).max().orElse(0);
    int arrayBytes = arrayBytes(setting);
    // Messages that become objects only pass through.
    boolean decodes = setting.mode() == Mode.OBJECTS;
    HeldBytes bytes =
        new HeldBytes(arrayBytes, decodes ? arrayBytes : messageBytes(setting.index(), ranges));
    held = new HeldRecords(setting.mode(), codec, mostRecords, bytes);
    sorted = new int[mostRecords];
    spare = new int[mostRecords];
  }

  /** Small compared with the share of the memory, because the last one is not full. */
  private static int arrayBytes(Setting setting) {
    long part = setting.budget().shareBytes() / LEAST_ARRAYS;
    long wanted = Math.max(SMALLEST_ARRAY_BYTES, Math.min(LARGEST_ARRAY_BYTES, part));
    return (int) Math.max(setting.index().largest(), wanted);
  }

  /** Those of the largest chunk. */
  private static long messageBytes(RecordIndex index, List<Budget.Range> ranges) {
    return ranges.stream()
        .mapToLong(
            range -> IntStream.range(range.begin(), range.end()).mapToLong(index::sizeAt).sum())
        .max()
        .orElse(0);
  }

  void fill(Budget.Range range) {
    int at = range.begin();
    while (at < range.end()) {
      at = input.read(at, range.end(), block);
      held.take(block, tally.chunks);
    }
  }

  void sort() {
    MergeSort sort = new MergeSort(held.order());
    tally.chunks.timed(Step.SORT, () -> sort.sort(sorted, spare, held.count()));
    tally.comparisons += sort.comparisons();
  }

  void write(RecordOutput output, Destination to) {
    output.begin(to, tally.chunks);
    int at = 0;
    while (at < held.count()) {
      int end = setting.budget().blockEnd(at, held.count(), i -> setting.index().size(number(i)));
      output.add(this, at, end);
      at = end;
    }
    output.flush();
  }

  void free() {
    tally.chunks.timed(Step.FREE, held::clear);
  }

  @Override
  public int number(int i) {
    return held.number(sorted[i]);
  }

  @Override
  public Object object(int i) {
    return held.object(sorted[i]);
  }

  @Override
  public Bytes message(int i) {
    return held.message(sorted[i]);
  }
}
