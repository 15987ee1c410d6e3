package serbench.timing;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import serbench.protocol.Replies;

/** What the virtual machine says of itself. */
public final class Jvm {
  private static final long NS_PER_MS = 1_000_000;

  private Jvm() {}

  /** What the collectors have done so far; their time is the wall's and counts milliseconds. */
  public record Collected(long ns, long collections) {
    public static Collected now() {
      long ms = 0;
      long collections = 0;
      for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
        ms += bean.getCollectionTime();
        collections += bean.getCollectionCount();
      }
      return new Collected(ms * NS_PER_MS, collections);
    }

    public Collected plus(Collected more) {
      return new Collected(ns + more.ns, collections + more.collections);
    }

    public Collected since(Collected earlier) {
      return new Collected(ns - earlier.ns, collections - earlier.collections);
    }
  }

  /** What objects take that are in use: the heap after a collection, which this makes happen. */
  public static long collectedHeapBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** What this thread has allocated so far; -1 where the virtual machine does not count. */
  public static long allocatedBytes() {
    return ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
        ? threads.getCurrentThreadAllocatedBytes()
        : -1;
  }

  /** The line that describes the virtual machine, with further keys and values at its end. */
  public static void describe(Replies replies, Object... further) {
    Object[] own = {
      "version", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
      "flags", String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()),
      "gc", collectors(),
      "heap_bytes", Runtime.getRuntime().maxMemory()
    };
    replies.line("jvm", Stream.of(own, further).flatMap(Stream::of).toArray());
  }

  private static String collectors() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .map(GarbageCollectorMXBean::getName)
        .collect(Collectors.joining(", "));
  }

  /** The largest resident size of the process so far; where that is not known, that of the heap. */
  public static long peakResidentBytes() {
    return statusBytes("VmHWM:");
  }

  /** The resident size of the process now; where that is not known, that of the heap. */
  public static long residentBytes() {
    return statusBytes("VmRSS:");
  }

  private static long statusBytes(String label) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith(label)) {
          return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
    } catch (IOException unknown) {
      // There is no such file outside Linux.
    }
    return Runtime.getRuntime().totalMemory();
  }
}
