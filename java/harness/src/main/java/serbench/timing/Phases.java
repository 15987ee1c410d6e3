package serbench.timing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.EnumMap;
import java.util.Map;
import serbench.protocol.Replies;

/**
 * The phases of one thread of an experiment with files, each timed for itself and over many objects
 * at once.
 *
 * @param <P> what is timed; the texts are the names of PROTOCOL.md
 */
public final class Phases<P extends Enum<P>> {
  /** Of the thread's CPU time, without the collector's. */
  private record Time(long wallNs, long cpuNs) {}

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Map<P, Time> times;

  public Phases(Class<P> phases) {
    times = new EnumMap<>(phases);
  }

  public void timed(P phase, Runnable work) {
    long wall = System.nanoTime();
    long cpu = threads.getCurrentThreadCpuTime();
    work.run();
    cpu = threads.getCurrentThreadCpuTime() - cpu;
    wall = System.nanoTime() - wall;
    Time before = times.getOrDefault(phase, new Time(0, 0));
    times.put(phase, new Time(before.wallNs + wall, before.cpuNs + cpu));
  }

  /** Of all phases together. */
  public long wallNs() {
    return times.values().stream().mapToLong(Time::wallNs).sum();
  }

  public void clear() {
    times.clear();
  }

  /** One line for each phase that there was. */
  public void reply(Replies replies, String prefix, int thread) {
    times.forEach(
        (phase, time) ->
            replies.line(
                "phase",
                "name",
                prefix + phase,
                "thread",
                thread,
                "wall_ns",
                time.wallNs,
                "cpu_ns",
                time.cpuNs));
  }
}
