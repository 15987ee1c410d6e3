package serbench.experiments.relay;

import serbench.protocol.Replies;
import serbench.timing.CpuClock;
import serbench.timing.Jvm;

/** What a relay says of itself at a barrier. */
final class BarrierReport {
  private final Replies replies;
  private final Counters counters;
  private final StepClock steps;
  private final CpuClock clock = new CpuClock();
  private Jvm.Collected collected = Jvm.Collected.now();
  private final long wallBegin = System.nanoTime();
  private final long cpuBegin = clock.processNs();
  private long cpuNs;
  private long wallNs;
  private long allocatedBytes;
  // What reports have allocated, which no message costs.
  private long reportedBytes;

  /** To be made by the thread that relays, at its start. */
  BarrierReport(Replies replies, Counters counters, StepClock steps) {
    this.replies = replies;
    this.counters = counters;
    this.steps = steps;
  }

  /** Looks at the clocks. */
  void take() {
    cpuNs = clock.processNs() - cpuBegin;
    wallNs = System.nanoTime() - wallBegin;
    allocatedBytes = Jvm.allocatedBytes() - reportedBytes;
  }

  /** Says what was so when the clocks were looked at last. */
  void write(long number) {
    long before = Jvm.allocatedBytes();
    replies.line(
        "barrier",
        "number",
        number,
        "frames",
        counters.frames,
        "bytes_in",
        counters.bytesIn,
        "bytes_out",
        counters.bytesOut,
        "undecodable",
        counters.undecodable,
        "undeliverable",
        counters.undeliverable,
        "torn",
        counters.torn,
        "cpu_ns",
        cpuNs,
        "wall_ns",
        wallNs,
        "copied_bytes",
        counters.copiedBytes,
        "updated_in_place",
        counters.updatedInPlace,
        "resident_bytes",
        Jvm.residentBytes(),
        "allocated_bytes",
        allocatedBytes);
    writeSteps();
    Jvm.Collected now = Jvm.Collected.now();
    Jvm.Collected since = now.since(collected);
    collected = now;
    replies.line(
        "gc", "operation", "relay", "gc_ns", since.ns(), "collections", since.collections());
    reportedBytes += Jvm.allocatedBytes() - before;
  }

  private void writeSteps() {
    if (!steps.running()) {
      return;
    }
    for (StepClock.Step step : StepClock.Step.values()) {
      if (steps.wallNs(step) > 0 && step != StepClock.Step.WAIT) {
        replies.line(
            "phase", "name", step.text, "wall_ns", steps.wallNs(step), "cpu_ns", steps.cpuNs(step));
      }
    }
  }
}
