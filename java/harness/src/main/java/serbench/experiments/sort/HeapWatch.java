package serbench.experiments.sort;

import java.util.concurrent.Phaser;
import serbench.timing.Jvm;

/**
 * How much the heap holds at most. What a collector of generations leaves behind is in part garbage
 * until it collects everything, so that is done where most is held, while nothing is timed: when
 * each thread has filled its first chunk, and when the last merge has a block of each.
 */
final class HeapWatch {
  private final long before = Jvm.collectedHeapBytes();
  private final Phaser filled = new Filled();
  private long mostBytes = before;
  private Jvm.Collected forced = new Jvm.Collected(0, 0);

  /** One more thread will fill a chunk. */
  void expect() {
    filled.register();
  }

  /** Called by such a thread when its first chunk is filled; waits for the others. */
  void filled() {
    filled.arriveAndAwaitAdvance();
  }

  /** Called by such a thread that fails before. */
  void gaveUp() {
    filled.arriveAndDeregister();
  }

  /** Looks now. */
  void look() {
    Jvm.Collected begin = Jvm.Collected.now();
    mostBytes = Math.max(mostBytes, Jvm.collectedHeapBytes());
    forced = forced.plus(Jvm.Collected.now().since(begin));
  }

  long heldBytes() {
    return mostBytes - before;
  }

  /** What the collector has done only to look. */
  Jvm.Collected forced() {
    return forced;
  }

  private final class Filled extends Phaser {
    @Override
    protected boolean onAdvance(int phase, int registered) {
      if (phase == 0) {
        look();
      }
      return registered == 0;
    }
  }
}
