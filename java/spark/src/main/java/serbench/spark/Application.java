package serbench.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import serbench.RequestError;
import serbench.protocol.Request;

/** A Spark application with its executors, as long as it lives. */
final class Application implements AutoCloseable {
  private static final long EXECUTORS_NS = 60_000_000_000L;
  // As long as none comes after the last one.
  private static final long QUIET_NS = 3_000_000_000L;
  private static final long LOOK_MS = 50;

  private final JavaSparkContext context;
  private final StageWatch watch;
  private final Meter.Sums meter;
  private final Keys keys;
  private JavaRDD<Share> held;

  Application(SparkConf conf, long objects) {
    context = Master.connected(conf);
    watch = StageWatch.installed();
    meter = new Meter.Sums(context.sc());
    keys = Keys.of(objects);
    if (!context.isLocal()) {
      awaitExecutors(conf.get("spark.master"));
    }
    watch.onLoss(context.sc()::cancelAllJobs);
  }

  JavaSparkContext context() {
    return context;
  }

  StageWatch watch() {
    return watch;
  }

  Reading reading(boolean proves) {
    return new Reading(proves, keys, meter);
  }

  /** The stages since the last call, once Spark has told all. */
  List<Stage> takenStages() {
    try {
      context.sc().listenerBus().waitUntilEmpty();
    } catch (TimeoutException fault) {
      throw new IllegalStateException(fault);
    }
    return watch.taken();
  }

  /** Throws RequestError where an executor was lost: what follows would be measured without it. */
  void requireExecutors() {
    String loss = watch.loss();
    if (loss != null) {
      throw new RequestError(loss);
    }
  }

  /** Throws RequestError where the executors no longer hold every record. */
  void requireRecords() {
    Records.requireHeld(held, keys.objects());
  }

  /** The jobs of a request, after their records were made. */
  List<Job> jobs(Request request) {
    int maps = Math.toIntExact(request.number("maps"));
    int partitions = Math.toIntExact(request.number("partitions"));
    held = Records.held(context, keys, maps);
    List<Job> jobs = new ArrayList<>();
    boolean datasets = request.text("serializer").equals(Settings.DATASET);
    DatasetJobs ofDatasets = datasets ? new DatasetJobs(context, held, partitions) : null;
    for (String name : request.list("job_list")) {
      jobs.add(datasets ? ofDatasets.job(name, keys.objects(), partitions) : job(name, partitions));
    }
    takenStages();
    return jobs;
  }

  @Override
  public void close() {
    context.stop();
  }

  private Job job(String name, int partitions) {
    return switch (name) {
      case "shuffle" -> new ShuffleJob(context, held, keys.objects(), partitions, false);
      case "sort" -> new ShuffleJob(context, held, keys.objects(), partitions, true);
      case "cache" -> new CacheJob(held, keys.objects());
      case "broadcast" -> new BroadcastJob(context, watch, keys, context.defaultParallelism());
      case "aggregate" -> new AggregateJob(held, keys.objects());
      default -> throw new RequestError("There is no job \"" + name + "\".");
    };
  }

  /** Nothing tells how many will come, so that what matters is that no more do. */
  private void awaitExecutors(String master) {
    long began = System.nanoTime();
    long changed = began;
    int known = 0;
    while (known == 0 || System.nanoTime() - changed < QUIET_NS) {
      requireExecutors();
      if (known == 0 && System.nanoTime() - began > EXECUTORS_NS) {
        throw new RequestError(
            "The master "
                + master
                + " gave no executor within "
                + EXECUTORS_NS / 1_000_000_000
                + " s.");
      }
      int now = watch.executors().size();
      changed = now == known ? changed : System.nanoTime();
      known = now;
      try {
        Thread.sleep(LOOK_MS);
      } catch (InterruptedException fault) {
        throw new IllegalStateException(fault);
      }
    }
  }
}
