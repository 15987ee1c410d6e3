package serbench.experiments.torture;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import serbench.timing.Jvm;

/** What the operations of one thread take. */
final class Meter {
  /** The CPU time of the thread and the bytes that it has allocated. */
  record Taken(long cpuNs, long allocatedBytes) {}

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long cpuNs;
  private long allocatedBytes;

  void start() {
    allocatedBytes = Jvm.allocatedBytes();
    cpuNs = threads.getCurrentThreadCpuTime();
  }

  Taken stop() {
    long tookNs = threads.getCurrentThreadCpuTime() - cpuNs;
    return new Taken(tookNs, Jvm.allocatedBytes() - allocatedBytes);
  }
}
