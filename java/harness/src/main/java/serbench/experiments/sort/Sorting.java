package serbench.experiments.sort;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import serbench.experiments.store.StoreThreads;

/** Sorts a store: threads make chunks, which are merged until one merge writes the sorted store. */
final class Sorting {
  private final Setting setting;
  private final List<SortThread> threads;

  /** The chunks that each thread makes. */
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
      ranges.add(setting.budget().chunks(begin, end, index::sizeAt));
    }
    if (chunks() > 1) {
      setting.budget().requireBlock(index.largest());
    }
  }

  int objects() {
    return setting.index().count();
  }

  /** How many are made of the records; no records are one chunk, too. */
  int chunks() {
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
      first.completeChunk(store);
      return;
    }
    ranges.stream().filter(own -> !own.isEmpty()).forEach(own -> heap.expect());
    if (chunks() == 1) {
      first.sortWhole(ranges.get(0).get(0), store, heap);
      return;
    }
    List<Chunk> chunks = made(heap);
    List<Integer> groups = Passes.groups(chunks.size(), setting.budget().fanIn());
    while (!groups.isEmpty()) {
      chunks = merged(chunks, groups);
      groups = Passes.groups(chunks.size(), setting.budget().fanIn());
    }
    passes = 1 + chunks.stream().mapToInt(Chunk::merges).max().orElse(0);
    long[] mergedNs =
        threads.stream().mapToLong(thread -> thread.tally().merges.wallNs()).toArray();
    threads.get(Passes.lastThread(mergedNs)).mergeWhole(chunks, store, heap);
  }

  /** The chunks of all threads, in the order of the threads. */
  private List<Chunk> made(HeapWatch heap) {
    List<List<Chunk>> made = new ArrayList<>();
    List<Runnable> bodies = new ArrayList<>();
    for (int t = 0; t < threads.size(); t++) {
      List<Chunk> own = new ArrayList<>();
      SortThread thread = threads.get(t);
      List<Budget.Range> ofThread = ranges.get(t);
      made.add(own);
      if (!ofThread.isEmpty()) {
        bodies.add(() -> own.addAll(thread.makeChunks(ofThread, heap)));
      }
    }
    StoreThreads.runAll(bodies);
    return made.stream().flatMap(List::stream).toList();
  }

  /** What a pass makes of chunks: groups are merged by the threads side by side, others stay. */
  private List<Chunk> merged(List<Chunk> chunks, List<Integer> groups) {
    List<List<Chunk>> members = new ArrayList<>();
    int grouped = 0;
    for (int size : groups) {
      members.add(chunks.subList(grouped, grouped + size));
      grouped += size;
    }
    Chunk[] made = new Chunk[members.size()];
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
    List<Chunk> left = new ArrayList<>(Arrays.asList(made));
    left.addAll(chunks.subList(grouped, chunks.size()));
    return left;
  }
}
