package serbench.experiments.memory;

import serbench.protocol.Bench;
import serbench.protocol.Replies;
import serbench.protocol.Request;
import serbench.timing.CpuClock;
import serbench.timing.Sampler;
import serbench.timing.Sink;
import serbench.values.Corpus;

/**
 * Measures the sampler itself: an operation that does nothing, and a copy of the corpus through the
 * sampler next to the same hand-written loop.
 */
final class Calibration {
  private static final long WARMUP_NS = 500_000_000;

  private Calibration() {}

  private static final class Nothing implements Sampler.Timed {
    private final int objects;

    Nothing(int objects) {
      this.objects = objects;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (int i = 0; i < objects; i++) {
          Sink.take(i);
        }
      }
    }
  }

  /** Copies the objects' corpus bytes into one array. */
  private static final class Copying implements Sampler.Timed {
    private final byte[][] sources;
    private final byte[] target;

    Copying(byte[][] sources) {
      this.sources = sources;
      int largest = 0;
      for (byte[] source : sources) {
        largest = Math.max(largest, source.length);
      }
      target = new byte[largest];
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (byte[] source : sources) {
          System.arraycopy(source, 0, target, 0, source.length);
          Sink.take(target);
        }
      }
    }

    /** The same without the sampler. */
    static Sampler.Sample byHand(CpuClock clock, byte[][] sources, byte[] target, long rotations) {
      long wall = System.nanoTime();
      long cpu = clock.ownNs();
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (byte[] source : sources) {
          System.arraycopy(source, 0, target, 0, source.length);
          Sink.take(target);
        }
      }
      cpu = clock.ownNs() - cpu;
      return new Sampler.Sample(rotations, cpu, System.nanoTime() - wall);
    }
  }

  /** Takes the samples of the three in turn, so that a change of the machine's speed meets all. */
  static void calibrate(Request request, Bench bench) {
    Sampler.Plan plan =
        new Sampler.Plan(request.number("sample_ns"), request.number("samples"), WARMUP_NS, 0);
    Corpus corpus = Corpus.load(request.text("corpus"), bench.plainForm());
    corpus.requireObjects();
    Replies replies = bench.replies();
    int count = corpus.objects().length;
    byte[][] sources = new byte[count][];
    for (int i = 0; i < count; i++) {
      sources[i] = corpus.form().write(corpus.objects()[i]).copy().array;
    }
    Sampler sampler = new Sampler(plan);
    Nothing nothing = new Nothing(count);
    Copying copying = new Copying(sources);
    sampler.warmUp(nothing);
    sampler.warmUp(copying);
    sampler.warmUp(
        rotations -> Copying.byHand(sampler.clock(), sources, copying.target, rotations));
    long emptyRotations = sampler.calibratedRotations(nothing);
    long copyRotations = sampler.calibratedRotations(copying);
    for (long taken = 0; taken < plan.samples(); taken++) {
      report(replies, "empty", count, sampler.sample(nothing, emptyRotations));
      report(replies, "sampler-memcpy", count, sampler.sample(copying, copyRotations));
      Sampler.Sample byHand =
          Copying.byHand(sampler.clock(), sources, copying.target, copyRotations);
      report(replies, "hand-memcpy", count, byHand);
    }
  }

  private static void report(Replies replies, String name, int objects, Sampler.Sample sample) {
    replies.line(
        "calibration",
        "name",
        name,
        "n",
        sample.rotations() * objects,
        "cpu_ns",
        sample.cpuNs(),
        "wall_ns",
        sample.wallNs());
  }
}
