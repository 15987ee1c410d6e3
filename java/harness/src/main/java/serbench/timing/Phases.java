package serbench.timing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.EnumMap;
import java.util.Map;

/**
 * The phases of one thread of an experiment with files, each timed for itself and over many objects
 * at once.
 */
public final class Phases {
  /** What is timed, by the name of PROTOCOL.md. */
  public enum Phase {
    ENCODE("encode"),
    COPY("copy"),
    WRITE("write"),
    FSYNC("fsync"),
    READ("read"),
    DECODE("decode"),
    TOUCH("touch"),
    FREE("free");

    private final String text;

    Phase(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Of the thread's CPU time, without the collector's. */
  public record Time(long wallNs, long cpuNs) {}

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Map<Phase, Time> times = new EnumMap<>(Phase.class);

  public void timed(Phase phase, Runnable work) {
    long wall = System.nanoTime();
    long cpu = threads.getCurrentThreadCpuTime();
    work.run();
    cpu = threads.getCurrentThreadCpuTime() - cpu;
    wall = System.nanoTime() - wall;
    Time before = times.getOrDefault(phase, new Time(0, 0));
    times.put(phase, new Time(before.wallNs + wall, before.cpuNs + cpu));
  }

  public void clear() {
    times.clear();
  }

  public Map<Phase, Time> times() {
    return times;
  }
}
