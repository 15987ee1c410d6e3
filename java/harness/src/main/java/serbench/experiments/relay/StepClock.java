package serbench.experiments.relay;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * The times of the steps of a relay, one of which is always under way. The clocks are read where
 * one step follows another, and only while phases are asked for.
 */
final class StepClock {
  /** By the names of PROTOCOL.md; waiting is none of them. */
  enum Step {
    WAIT(""),
    READ("read"),
    COPY("copy"),
    DECODE("decode"),
    ROUTE("route"),
    ENCODE("encode"),
    WRITE("write");

    final String text;

    Step(String text) {
      this.text = text;
    }
  }

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final long[] wallNs = new long[Step.values().length];
  private final long[] cpuNs = new long[wallNs.length];
  private boolean running;
  private Step current = Step.WAIT;
  private long wallBegin;
  private long cpuBegin;

  boolean running() {
    return running;
  }

  /** Ends the step that is under way, begins another and returns the one that has ended. */
  Step enter(Step next) {
    Step ended = current;
    current = next;
    if (running) {
      long wall = System.nanoTime();
      long cpu = threads.getCurrentThreadCpuTime();
      wallNs[ended.ordinal()] += wall - wallBegin;
      cpuNs[ended.ordinal()] += cpu - cpuBegin;
      wallBegin = wall;
      cpuBegin = cpu;
    }
    return ended;
  }

  long wallNs(Step step) {
    return wallNs[step.ordinal()];
  }

  /** Of the thread, without the collector's. */
  long cpuNs(Step step) {
    return cpuNs[step.ordinal()];
  }

  /** Forgets all times, and runs from now on or not. */
  void restart(boolean run) {
    Arrays.fill(wallNs, 0);
    Arrays.fill(cpuNs, 0);
    running = run;
    wallBegin = System.nanoTime();
    cpuBegin = threads.getCurrentThreadCpuTime();
  }
}
