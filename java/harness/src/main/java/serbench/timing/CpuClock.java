package serbench.timing;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * The CPU time of the whole process, its collector and compilers included.
 *
 * <p>On Linux the JDK's getProcessCpuTime counts ticks of 10 ms, five times a whole sample. The
 * kernel keeps nanoseconds for each thread, in /proc/self/task/TID/schedstat; the measuring thread
 * itself is asked through its MXBean, last before a sample and first after it, so that reading the
 * files of the others is not part of the sample. Elsewhere the ticks are all there is.
 */
public final class CpuClock {
  private static final Path TASKS = Path.of("/proc/self/task");
  private static final int MOST_TICKS = 3;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final com.sun.management.OperatingSystemMXBean process =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Map<String, Task> others = new HashMap<>();
  private final String self;
  private final long resolutionNs;

  /** To be used by the thread that makes it. */
  public CpuClock() {
    self = ownTask();
    resolutionNs = self.isEmpty() ? tick() : 1;
  }

  public String name() {
    return self.isEmpty() ? "getProcessCpuTime" : "schedstat";
  }

  public long resolutionNs() {
    return resolutionNs;
  }

  /** The CPU time of the measuring thread, or of all threads where they cannot be told apart. */
  public long ownNs() {
    return self.isEmpty() ? process.getProcessCpuTime() : threads.getCurrentThreadCpuTime();
  }

  /**
   * The CPU time of all other threads, also of those that have ended since they were first seen.
   */
  long othersNs() {
    if (self.isEmpty()) {
      return 0;
    }
    String[] names = TASKS.toFile().list();
    for (String name : names == null ? new String[0] : names) {
      if (!name.equals(self)) {
        others.computeIfAbsent(name, Task::new).read();
      }
    }
    long sum = 0;
    for (Task task : others.values()) {
      sum += task.cpuNs;
    }
    return sum;
  }

  /** The CPU time of all threads. */
  public long processNs() {
    return ownNs() + othersNs();
  }

  /** The name of this thread's folder of tasks; empty where the kernel does not count. */
  private static String ownTask() {
    try {
      String name = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
      Task task = new Task(name);
      task.read();
      return task.cpuNs > 0 ? name : "";
    } catch (IOException | UnsupportedOperationException unknown) {
      return "";
    }
  }

  /** The smallest step of the process's clock, found by waiting for a few. */
  private long tick() {
    long smallest = Long.MAX_VALUE;
    long before = process.getProcessCpuTime();
    for (int seen = 0; seen < MOST_TICKS; ) {
      long now = process.getProcessCpuTime();
      if (now != before) {
        smallest = Math.min(smallest, now - before);
        before = now;
        seen++;
      }
    }
    return smallest;
  }

  /** A thread with the CPU time it had when it was last read. */
  private static final class Task {
    private final FileChannel file;
    private final ByteBuffer text = ByteBuffer.allocateDirect(64);
    private long cpuNs;

    Task(String name) {
      FileChannel opened = null;
      try {
        File schedstat = new File(TASKS.toFile(), name + "/schedstat");
        opened = FileChannel.open(schedstat.toPath(), StandardOpenOption.READ);
      } catch (IOException ended) {
        // It ended between being listed and being opened, and counts for nothing.
      }
      file = opened;
    }

    void read() {
      if (file == null) {
        return;
      }
      try {
        text.clear();
        file.read(text, 0);
        text.flip();
        long value = 0;
        while (text.hasRemaining()) {
          int digit = text.get() - '0';
          if (digit < 0 || digit > 9) {
            break;
          }
          value = 10 * value + digit;
        }
        cpuNs = Math.max(cpuNs, value);
      } catch (IOException ended) {
        // The last value stands.
      }
    }
  }
}
