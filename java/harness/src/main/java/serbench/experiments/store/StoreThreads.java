package serbench.experiments.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import serbench.RequestError;
import serbench.protocol.Failure;
import serbench.timing.Jvm;

/** The threads of a request, each of which does a share of the work with a codec of its own. */
final class StoreThreads {
  /** What one thread does. */
  interface Work {
    StoreShare share();

    void warmUp(long warmupNs);

    void run(long begin, long end);
  }

  private final int count;
  private Jvm.Collected before;

  StoreThreads(int count) {
    if (count == 0) {
      throw new RequestError("At least one thread is needed.");
    }
    this.count = count;
  }

  /**
   * Warms up the work of each thread in turn, then runs all at once. Returns what each has done.
   */
  List<StoreShare> run(long objects, long warmupNs, Supplier<Work> work) {
    List<StoreShare> shares = new ArrayList<>();
    List<Runnable> bodies = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      Work one = work.get();
      one.warmUp(warmupNs);
      long begin = shareBegin(objects, t);
      long end = shareBegin(objects, t + 1);
      shares.add(one.share());
      bodies.add(() -> one.run(begin, end));
    }
    before = Jvm.Collected.now();
    runAll(bodies);
    return shares;
  }

  /** What the collector has done since the threads began, for the proofs too. */
  Jvm.Collected collected() {
    return Jvm.Collected.now().since(before);
  }

  private long shareBegin(long objects, int thread) {
    return objects / count * thread + Math.min(thread, objects % count);
  }

  /** Runs each body in a thread of its own, one alone in this one. */
  private static void runAll(List<Runnable> bodies) {
    if (bodies.size() == 1) {
      bodies.get(0).run();
      return;
    }
    List<Throwable> faults = new ArrayList<>();
    List<Thread> running = new ArrayList<>();
    for (Runnable body : bodies) {
      Thread thread = new Thread(body);
      thread.setUncaughtExceptionHandler(
          (of, fault) -> {
            synchronized (faults) {
              faults.add(fault);
            }
          });
      thread.start();
      running.add(thread);
    }
    for (Thread thread : running) {
      try {
        thread.join();
      } catch (InterruptedException interrupted) {
        throw new RequestError("The runner was interrupted.");
      }
    }
    if (!faults.isEmpty()) {
      if (faults.get(0) instanceof RequestError error) {
        throw error;
      }
      throw Failure.of(faults.get(0));
    }
  }
}
