package serbench.experiments.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import serbench.RequestError;
import serbench.protocol.Failure;
import serbench.timing.Jvm;

/** The threads of a request, each of which does a share of the work with a codec of its own. */
public final class StoreThreads {
  /** What one thread does. */
  interface Work {
    StoreShare share();

    void warmUp(long warmupNs);

    void run(long begin, long end);
  }

  private final int count;
  private Jvm.Collected collected;

  public StoreThreads(int count) {
    if (count == 0) {
      throw new RequestError("At least one thread is needed.");
    }
    this.count = count;
  }

  public int count() {
    return count;
  }

  /** The work of each thread, warmed up in turn. */
  <W extends Work> List<W> warmed(long warmupNs, Supplier<W> work) {
    List<W> works = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      works.add(work.get());
      works.get(t).warmUp(warmupNs);
    }
    return works;
  }

  /** Does the work of all threads at once. */
  void run(List<? extends Work> works, long objects) {
    List<Runnable> bodies = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      Work work = works.get(t);
      long begin = shareBegin(objects, t);
      long end = shareBegin(objects, t + 1);
      bodies.add(() -> work.run(begin, end));
    }
    Jvm.Collected before = Jvm.Collected.now();
    runAll(bodies);
    collected = Jvm.Collected.now().since(before);
  }

  /** What the collector did while the threads ran, for the proofs too. */
  Jvm.Collected collected() {
    return collected;
  }

  /** The first object of a thread's share. */
  public long shareBegin(long objects, int thread) {
    return objects / count * thread + Math.min(thread, objects % count);
  }

  /** Runs each body in a thread of its own, one alone in this one. */
  public static void runAll(List<Runnable> bodies) {
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
