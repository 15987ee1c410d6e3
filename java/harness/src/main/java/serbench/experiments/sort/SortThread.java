package serbench.experiments.sort;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** One thread, which makes runs of a share of the records, and merges. */
final class SortThread {
  private final Setting setting;
  private final SortedCodec codec;
  private final Tally tally;
  private final RecordOutput output;

  /** The codec counts in the same tally. */
  SortThread(Setting setting, SortedCodec codec, Tally tally) {
    this.setting = setting;
    this.codec = codec;
    this.tally = tally;
    boolean encodes = setting.contract() == Contract.OBJECTS;
    output = new RecordOutput(codec, encodes, setting.budget(), tally);
  }

  Tally tally() {
    return tally;
  }

  /** Repeats all that is done with the first block of a run but writing it. */
  void warmUp(Budget.Range run, long warmupNs) {
    int end = setting.budget().blockEnd(run.begin(), run.end(), setting.index()::sizeAt);
    Budget.Range block = new Budget.Range(run.begin(), end);
    RunMaking making = new RunMaking(setting, codec, tally, List.of(block));
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < warmupNs) {
      making.fill(block);
      making.sort();
      making.write(output, new Nowhere());
      making.free();
    }
    tally.clear();
  }

  /** Makes these runs, which are at least one. */
  List<Run> makeRuns(List<Budget.Range> ranges, HeapWatch heap) {
    RunMaking making = filledFirst(ranges, heap);
    List<Run> runs = new ArrayList<>();
    for (Budget.Range range : ranges) {
      if (!runs.isEmpty()) {
        making.fill(range);
      }
      making.sort();
      Run run = setting.scratch().run(0);
      making.write(output, run);
      tally.runs.timed(Step.FSYNC, run::sync);
      making.free();
      runs.add(run);
    }
    return runs;
  }

  /** Sorts all records in memory. */
  void sortWhole(Budget.Range range, SortedStore store, HeapWatch heap) {
    RunMaking making = filledFirst(List.of(range), heap);
    making.sort();
    making.write(output, store);
    completeRun(store);
    making.free();
  }

  /** Completes the store that a single run has been written to. */
  void completeRun(SortedStore store) {
    store.finish();
    tally.runs.timed(Step.FSYNC, store::sync);
  }

  /** Merges runs to another. */
  Run merged(List<Run> runs) {
    int merges = 1 + runs.stream().mapToInt(Run::merges).max().orElse(0);
    Run run = setting.scratch().run(merges);
    Merging merging = new Merging(setting, codec, tally, runs);
    merging.begin();
    merging.write(output, run);
    tally.merges.timed(Step.FSYNC, run::sync);
    return run;
  }

  /** Merges the last runs. */
  void mergeWhole(List<Run> runs, SortedStore store, HeapWatch heap) {
    Merging merging = new Merging(setting, codec, tally, runs);
    merging.begin();
    heap.look();
    merging.write(output, store);
    store.finish();
    tally.merges.timed(Step.FSYNC, store::sync);
  }

  /** What makes these runs, with the first of them in memory. */
  private RunMaking filledFirst(List<Budget.Range> ranges, HeapWatch heap) {
    boolean filled = false;
    try {
      RunMaking making = new RunMaking(setting, codec, tally, ranges);
      making.fill(ranges.get(0));
      filled = true;
      heap.filled();
      return making;
    } finally {
      if (!filled) {
        heap.gaveUp();
      }
    }
  }

  /** Takes what the warm-up would write. */
  private static final class Nowhere implements Destination {
    @Override
    public int headerBytes() {
      return Run.HEADER_BYTES;
    }

    @Override
    public boolean throughPageCache() {
      return false;
    }

    @Override
    public void write(ByteBuffer block, int records) {}

    @Override
    public void note(int number, int place, int size) {}

    @Override
    public void sync() {}
  }
}
