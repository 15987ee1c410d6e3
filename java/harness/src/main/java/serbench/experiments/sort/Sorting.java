package serbench.experiments.sort;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import serbench.experiments.store.StoreThreads;

/** Sorts a store: threads make runs, which are merged until one merge writes the sorted store. */
final class Sorting {
  private final Setting setting;
  private final List<SortThread> threads;

  /** The runs that each thread makes. */
  private final List<List<Budget.Range>> ranges = new ArrayList<>();

  private int passes;

  /** Throws RequestError where the memory is too small. */
  Sorting(Setting setting, StoreThreads shares, List<SortThread> threads) {
    this.setting = setting;
    this.threads = threads;
    RecordIndex index = setting.index();
    for (int t = 0; t < threads.size(); t++) {
      int begin = (int) shares.shareBegin(index.count(), t);
      int end = (int) shares.shareBegin(index.count(), t + 1);
      ranges.add(setting.budget().runs(begin, end, index::sizeAt));
    }
    if (runs() > 1) {
      setting.budget().requireBlock(index.largest());
    }
  }

  int objects() {
    return setting.index().count();
  }

  /** How many are made of the records; no records are one run, too. */
  int runs() {
    return Math.max(1, ranges.stream().mapToInt(List::size).sum());
  }

  /** How often a record has been merged at most. */
  int passes() {
    return passes;
  }

  void warmUp(long warmupNs) {
    for (int t = 0; t < threads.size(); t++) {
      if (!ranges.get(t).isEmpty()) {
        threads.get(t).warmUp(ranges.get(t).get(0), warmupNs);
      }
    }
  }

  void sort(SortedStore store, HeapWatch heap) {
    SortThread first = threads.get(0);
    if (objects() == 0) {
      first.completeRun(store);
      return;
    }
    ranges.stream().filter(own -> !own.isEmpty()).forEach(own -> heap.expect());
    if (runs() == 1) {
      first.sortWhole(ranges.get(0).get(0), store, heap);
      return;
    }
    List<Run> runs = made(heap);
    List<Integer> groups = Passes.groups(runs.size(), setting.budget().fanIn());
    while (!groups.isEmpty()) {
      runs = merged(runs, groups);
      groups = Passes.groups(runs.size(), setting.budget().fanIn());
    }
    passes = 1 + runs.stream().mapToInt(Run::merges).max().orElse(0);
    long[] mergedNs =
        threads.stream().mapToLong(thread -> thread.tally().merges.wallNs()).toArray();
    threads.get(Passes.lastThread(mergedNs)).mergeWhole(runs, store, heap);
  }

  /** The runs of all threads, in the order of the threads. */
  private List<Run> made(HeapWatch heap) {
    List<List<Run>> made = new ArrayList<>();
    List<Runnable> bodies = new ArrayList<>();
    for (int t = 0; t < threads.size(); t++) {
      List<Run> own = new ArrayList<>();
      SortThread thread = threads.get(t);
      List<Budget.Range> ofThread = ranges.get(t);
      made.add(own);
      if (!ofThread.isEmpty()) {
        bodies.add(() -> own.addAll(thread.makeRuns(ofThread, heap)));
      }
    }
    StoreThreads.runAll(bodies);
    return made.stream().flatMap(List::stream).toList();
  }

  /** What a pass makes of runs: groups are merged by the threads side by side, others stay. */
  private List<Run> merged(List<Run> runs, List<Integer> groups) {
    List<List<Run>> members = new ArrayList<>();
    int grouped = 0;
    for (int size : groups) {
      members.add(runs.subList(grouped, grouped + size));
      grouped += size;
    }
    Run[] made = new Run[members.size()];
    List<Runnable> bodies = new ArrayList<>();
    for (int t = 0; t < Math.min(threads.size(), made.length); t++) {
      int thread = t;
      bodies.add(
          () -> {
            for (int group = thread; group < made.length; group += threads.size()) {
              made[group] = threads.get(thread).merged(members.get(group));
            }
          });
    }
    StoreThreads.runAll(bodies);
    List<Run> left = new ArrayList<>(Arrays.asList(made));
    left.addAll(runs.subList(grouped, runs.size()));
    return left;
  }
}
