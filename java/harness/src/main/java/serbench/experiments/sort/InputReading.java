package serbench.experiments.sort;

import serbench.experiments.store.ReadBuffer;
import serbench.experiments.store.ReadPlan;
import serbench.experiments.store.StoreFile;
import serbench.experiments.store.StoreReader;

/** Reads the store that is sorted, in the order of its data file, for one thread. */
final class InputReading {
  private final RecordIndex index;
  private final Budget budget;
  private final Tally tally;
  private final ReadBuffer buffer;

  InputReading(StoreReader reader, RecordIndex index, Budget budget, Tally tally) {
    this.index = index;
    this.budget = budget;
    this.tally = tally;
    buffer = new ReadBuffer(reader);
  }

  /** Reads the records from a position on, but none behind the end. Returns the next position. */
  int read(int begin, int end, ReadBlock block) {
    int next = budget.blockEnd(begin, end, index::sizeAt);
    StoreFile.Extent[] extents = new StoreFile.Extent[next - begin];
    for (int i = 0; i < extents.length; i++) {
      extents[i] = index.extent(index.numberAt(begin + i));
    }
    ReadPlan plan = buffer.plan(extents);
    tally.chunks.timed(
        Step.READ,
        () -> {
          buffer.read(plan);
          block.begin(buffer.page());
          for (int i = 0; i < extents.length; i++) {
            block.add(index.numberAt(begin + i), plan.places()[i], extents[i].bytes());
          }
        });
    plan.windows().forEach(window -> tally.readBytes += window.bytes());
    return next;
  }
}
