package serbench.experiments.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import serbench.Bytes;
import serbench.experiments.store.StoreFile;

/** Merges a group of runs, for one thread. */
final class Merging implements Sequence {
  private static final int NONE = -1;

  private final List<Run> runs;
  private final boolean keyed;
  private final Tally tally;
  private final int mostBytes;
  private final ByteBuffer memory;
  private final ReadBlock block = new ReadBlock();

  /** The block of each run that is in memory, and the first of its records that is not taken. */
  private final HeldRecords[] held;

  private final int[] at;

  /** Of these first records. */
  private final long[] keys;

  private final int[] numbers;
  private final LoserTree tree;

  /** The run whose block has been taken in full. */
  private int usedUp = NONE;

  /** The records that have been taken last, in their order. */
  private final int[] takenRuns = new int[Budget.RECORDS_A_BLOCK];

  private final int[] takenRecords = new int[takenRuns.length];
  private int taken;

  Merging(Setting setting, SortedCodec codec, Tally tally, List<Run> runs) {
    this.runs = runs;
    this.tally = tally;
    mostBytes = setting.budget().blockBytes();
    int largest = runs.stream().mapToInt(Run::largestBlockBytes).max().orElse(0);
    memory = StoreFile.pages(largest).order(ByteOrder.LITTLE_ENDIAN);
    held = new HeldRecords[runs.size()];
    at = new int[held.length];
    keys = new long[held.length];
    numbers = new int[held.length];
    Contract contract = setting.contract();
    boolean decodes = contract == Contract.OBJECTS;
    HeldBytes passing = new HeldBytes(largest, decodes ? largest : 0);
    keyed = contract != Contract.LAZY;
    for (int run = 0; run < held.length; run++) {
      HeldBytes bytes = decodes ? passing : ofOneBlock(runs.get(run));
      held[run] = new HeldRecords(contract, codec, Budget.RECORDS_A_BLOCK, bytes);
    }
    Order order =
        keyed
            ? new KeyOrder(keys, numbers)
            : new LazyOrder(codec, run -> held[run].message(at[run]), numbers);
    tree = new LoserTree(held.length, order);
  }

  private static HeldBytes ofOneBlock(Run run) {
    return new HeldBytes(run.largestBlockBytes(), run.largestBlockBytes());
  }

  /** Reads the first block of each run. */
  void begin() {
    for (int run = 0; run < held.length; run++) {
      next(run);
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

  /** Takes the next block of a run, or ends it. */
  private void next(int run) {
    Run from = runs.get(run);
    if (!from.hasNext()) {
      tree.end(run);
      from.close();
      return;
    }
    tally.merges.timed(
        Step.READ,
        () -> {
          tally.readBytes += from.read(memory);
          from.locate(memory, block);
        });
    held[run].take(block, tally.merges);
    at[run] = 0;
    head(run);
  }

  private void head(int run) {
    numbers[run] = held[run].number(at[run]);
    if (keyed) {
      keys[run] = held[run].key(at[run]);
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
    while (taken < takenRuns.length && bytes < mostBytes) {
      int run = tree.winner();
      if (run < 0) {
        return;
      }
      takenRuns[taken] = run;
      takenRecords[taken] = at[run];
      taken++;
      bytes += held[run].size(at[run]);
      at[run]++;
      if (at[run] == held[run].count()) {
        usedUp = run;
        return;
      }
      head(run);
      tree.replay(run);
    }
  }

  @Override
  public int number(int i) {
    return held[takenRuns[i]].number(takenRecords[i]);
  }

  @Override
  public Object object(int i) {
    return held[takenRuns[i]].object(takenRecords[i]);
  }

  @Override
  public Bytes message(int i) {
    return held[takenRuns[i]].message(takenRecords[i]);
  }
}
