package serbench.timing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Times operations: PROTOCOL.md, "Sample". */
public final class Sampler {
  /** An operation's own loop over all objects: each operation writes it out for itself. */
  @FunctionalInterface
  public interface Timed {
    void rotate(long rotations);
  }

  /** {@code rotations} times through all objects. */
  public record Sample(long rotations, long cpuNs, long wallNs) {}

  /**
   * How long to measure.
   *
   * @param sampleNs CPU time that a sample takes at least
   * @param warmupNs wall time before the first sample
   * @param budgetNs wall time after which 3 samples are enough
   */
  public record Plan(long sampleNs, long samples, long warmupNs, long budgetNs) {}

  /** Samples, and what the collectors did meanwhile. */
  public record Taken(List<Sample> samples, Jvm.Collected collected) {}

  /**
   * How the warm-up went.
   *
   * @param settled it ended by its rule and not by its limit
   * @param last its last slices; a settled warm-up ran at full speed in them
   */
  public record WarmUp(long elapsedNs, boolean settled, List<Slice> last) {
    /** CPU time of a rotation at its end; 0 where there was none. */
    double rotationNs() {
      return last.isEmpty() ? 0 : last.get(last.size() - 1).rotationNs();
    }
  }

  private static final long FEWEST_SAMPLES = 3;
  private static final long LONGEST_SLICE_NS = 100_000_000;
  private static final int SLICES = 10;
  private static final double GAIN = 1.03;
  private static final double SLOWNESS = 1.1;
  private static final double CALIBRATION_MARGIN = 1.05;
  private static final int WARMUP_LIMIT = 3;
  private static final long UNIT_NS = 1_000_000;
  private static final int TICKS_A_SAMPLE = 50;

  private final CpuClock clock = new CpuClock();
  private final Plan plan;
  private final long sampleNs;

  public Sampler(Plan plan) {
    this.plan = plan;
    // A clock that only ticks is good to 2 % of a sample of 50 ticks.
    sampleNs =
        clock.resolutionNs() == 1
            ? plan.sampleNs
            : Math.max(plan.sampleNs, TICKS_A_SAMPLE * clock.resolutionNs());
  }

  public CpuClock clock() {
    return clock;
  }

  /** Takes one sample. */
  public Sample sample(Timed timed, long rotations) {
    long others = clock.othersNs();
    long wall = System.nanoTime();
    long own = clock.ownNs();
    timed.rotate(rotations);
    own = clock.ownNs() - own;
    wall = System.nanoTime() - wall;
    others = clock.othersNs() - others;
    return new Sample(rotations, Math.max(1, own + others), Math.max(1, wall));
  }

  /**
   * Runs an operation for at least the warm-up time, and on until its last second has brought no
   * slice that is 3 % faster than the fastest before, for there are libraries that stay for a
   * second on a speed from which the JIT compiler then frees them; and until its last slice is near
   * the fastest, for code that was thrown away is slow until it is compiled again. A restless
   * machine only ever makes slices slower, which is why the fastest are compared. It is given up
   * after three times the warm-up time.
   */
  public WarmUp warmUp(Timed timed) {
    long begin = System.nanoTime();
    long sliceNs = Math.min(LONGEST_SLICE_NS, plan.warmupNs / SLICES);
    Slices slices = new Slices();
    long unit = 1;
    for (; ; ) {
      long elapsed = System.nanoTime() - begin;
      boolean settled = slices.haveSettled();
      boolean over = elapsed >= plan.warmupNs;
      if (over && (settled || elapsed >= WARMUP_LIMIT * plan.warmupNs)) {
        return new WarmUp(elapsed, settled || plan.warmupNs == 0, slices.last());
      }
      Slice slice = slice(timed, unit, sliceNs);
      unit = slice.unit;
      slices.add(slice);
    }
  }

  /** The slices of a warm-up: those of its last second and the fastest before them. */
  static final class Slices {
    private final Deque<Slice> last = new ArrayDeque<>();
    private double fastestBefore = Double.POSITIVE_INFINITY;

    void add(Slice slice) {
      last.addLast(slice);
      if (last.size() > SLICES) {
        fastestBefore = Math.min(fastestBefore, last.removeFirst().rotationNs());
      }
    }

    List<Slice> last() {
      return List.copyOf(last);
    }

    /** Whether the last second has brought no gain and ends near the fastest slice. */
    boolean haveSettled() {
      if (fastestBefore == Double.POSITIVE_INFINITY) {
        return false;
      }
      double fastest = last.stream().mapToDouble(Slice::rotationNs).min().orElseThrow();
      return fastest * GAIN >= fastestBefore
          && last.getLast().rotationNs() <= SLOWNESS * Math.min(fastest, fastestBefore);
    }
  }

  /**
   * A slice of a warm-up.
   *
   * @param unit how many rotations the loop ran at once in the end
   * @param before what the collectors had done when it began
   */
  record Slice(long unit, Sample sample, Jvm.Collected before) {
    double rotationNs() {
      return (double) sample.cpuNs() / sample.rotations();
    }
  }

  /**
   * Runs for a slice in short units: a loop that is entered many times is compiled as a whole, one
   * that is entered once only from its middle on. A slice has the CPU time of a sample even where
   * other programs take the processor meanwhile, for it may become one.
   */
  private Slice slice(Timed timed, long firstUnit, long sliceNs) {
    long unit = firstUnit;
    long rotations = 0;
    Jvm.Collected collected = Jvm.Collected.now();
    long others = clock.othersNs();
    long own = clock.ownNs();
    long begin = System.nanoTime();
    long before = begin;
    do {
      timed.rotate(unit);
      rotations += unit;
      long now = System.nanoTime();
      if (now - before < UNIT_NS / 2) {
        unit *= 2;
      }
      before = now;
    } while (before - begin < sliceNs || clock.ownNs() - own < plan.sampleNs);
    long cpuNs = clock.ownNs() - own + (clock.othersNs() - others);
    return new Slice(unit, new Sample(rotations, Math.max(1, cpuNs), before - begin), collected);
  }

  /** Doubles the number of rotations until one sample is long enough. */
  public long calibratedRotations(Timed timed) {
    return calibratedRotations(timed, 0);
  }

  /**
   * The same, from as many rotations on as should take a little longer than a sample.
   *
   * @param rotationNs what one rotation is expected to take; 0 where nothing is known
   */
  long calibratedRotations(Timed timed, double rotationNs) {
    long rotations = rotationNs == 0 ? 1 : 1 + (long) (CALIBRATION_MARGIN * sampleNs / rotationNs);
    while (sample(timed, rotations).cpuNs < sampleNs) {
      rotations *= 2;
    }
    return rotations;
  }

  /**
   * The last slices of a settled warm-up as samples; empty where they are too few or too short for
   * that.
   */
  public Optional<Taken> takenFrom(WarmUp warmUp) {
    int first = warmUp.last.size() - (int) plan.samples;
    if (!warmUp.settled || first < 0 || plan.samples == 0) {
      return Optional.empty();
    }
    List<Slice> slices = warmUp.last.subList(first, warmUp.last.size());
    if (slices.stream().anyMatch(slice -> slice.sample.cpuNs() < sampleNs)) {
      return Optional.empty();
    }
    Jvm.Collected collected = Jvm.Collected.now().since(slices.get(0).before);
    return Optional.of(new Taken(slices.stream().map(Slice::sample).toList(), collected));
  }

  /** Takes samples, each of as many rotations as last long enough, now that it is warm. */
  public Taken taken(Timed timed, WarmUp warmUp) {
    long rotations = calibratedRotations(timed, warmUp.rotationNs());
    List<Sample> samples = new ArrayList<>();
    Jvm.Collected before = Jvm.Collected.now();
    takeSamples(timed, rotations, samples::add);
    return new Taken(samples, Jvm.Collected.now().since(before));
  }

  /** Takes the samples and hands each over as it ends. */
  public void takeSamples(Timed timed, long rotations, Consumer<Sample> record) {
    long begin = System.nanoTime();
    for (long taken = 0; taken < plan.samples; taken++) {
      if (taken >= FEWEST_SAMPLES && System.nanoTime() - begin >= plan.budgetNs) {
        return;
      }
      record.accept(sample(timed, rotations));
    }
  }
}
