package serbench.experiments.torture;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import serbench.protocol.Replies;

/**
 * Watches the thread that made it: an operation that takes more CPU time than it may ends the
 * process, because nothing else ends a loop of a library.
 */
final class CpuLimit implements Runnable {
  private static final int HUNG = 3;
  private static final long LOOK_EVERY_NS = 20_000_000;

  private record Watched(String operation, long untilNs) {}

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final long thread = Thread.currentThread().getId();
  private final AtomicReference<Watched> watched = new AtomicReference<>();
  private final Replies replies;

  private CpuLimit(Replies replies) {
    this.replies = replies;
  }

  static CpuLimit watching(Replies replies) {
    CpuLimit limit = new CpuLimit(replies);
    Thread watch = new Thread(limit, "cpu-limit");
    watch.setDaemon(true);
    watch.start();
    return limit;
  }

  /** From now on the thread may use so much. */
  void set(String operation, long limitNs) {
    long now = threads.getCurrentThreadCpuTime();
    watched.set(new Watched(operation, now + limitNs));
  }

  void lift() {
    if (watched.getAndSet(null) == null) {
      // It was too late, and the process is about to end.
      while (true) {
        LockSupport.park();
      }
    }
  }

  @Override
  public void run() {
    while (true) {
      LockSupport.parkNanos(LOOK_EVERY_NS);
      try {
        look();
      } catch (OutOfMemoryError full) {
        // The other thread has taken all there is; this one looks again.
      }
    }
  }

  private void look() {
    Watched found = watched.get();
    if (found != null
        && threads.getThreadCpuTime(thread) > found.untilNs()
        && watched.compareAndSet(found, null)) {
      replies.line("hung", "operation", found.operation());
      Runtime.getRuntime().halt(HUNG);
    }
  }
}
