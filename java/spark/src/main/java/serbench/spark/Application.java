package serbench.spark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import serbench.RequestError;
import serbench.protocol.Request;

/** A Spark application with its executors, as long as it lives. */
final class Application implements AutoCloseable {
  private static final Pattern STANDALONE = Pattern.compile("([\\w.-]+):(\\d+)");
  private static final Map<String, String> PARTS =
      Map.of(
          "yarn", "org/apache/spark/scheduler/cluster/YarnClusterManager.class",
          "k8s://", "org/apache/spark/scheduler/cluster/k8s/KubernetesClusterManager.class");
  private static final int CONNECT_MS = 5_000;
  private static final long EXECUTORS_NS = 60_000_000_000L;
  // As long as none comes after the last one.
  private static final long QUIET_NS = 3_000_000_000L;
  private static final long LOOK_MS = 50;

  private final JavaSparkContext context;
  private final StageWatch watch;
  private final Meter.Sums meter;
  private final Keys keys;
  private JavaPairRDD<Long, Object> held;

  Application(SparkConf conf, long objects) {
    String master = conf.get("spark.master");
    requireMaster(master);
    try {
      context = new JavaSparkContext(conf);
    } catch (RuntimeException fault) {
      String why = String.valueOf(fault.getMessage()).lines().findFirst().orElse("");
      throw new RequestError("Spark does not start with the master " + master + ": " + why);
    }
    watch = StageWatch.installed();
    meter = new Meter.Sums(context.sc());
    keys = Keys.of(objects);
    if (!context.isLocal()) {
      awaitExecutors(master);
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

  /** Spark itself asks a master for minutes that is not there. */
  private static void requireMaster(String master) {
    if (master.startsWith("local")) {
      return;
    }
    if (!master.startsWith("spark://")) {
      requirePart(master);
      return;
    }
    Matcher places = STANDALONE.matcher(master);
    while (places.find()) {
      try (Socket socket = new Socket()) {
        int port = Integer.parseInt(places.group(2));
        socket.connect(new InetSocketAddress(places.group(1), port), CONNECT_MS);
        return;
      } catch (IOException | IllegalArgumentException absent) {
        // Another of several masters may answer.
      }
    }
    throw new RequestError("No master answers at " + master + ".");
  }

  /** Other masters need parts of Spark that java/spark/pom.xml does not name. */
  private static void requirePart(String master) {
    for (Map.Entry<String, String> part : PARTS.entrySet()) {
      if (master.startsWith(part.getKey())
          && Application.class.getClassLoader().getResource(part.getValue()) != null) {
        return;
      }
    }
    throw new RequestError(
        "The Spark of the cache has no part for the master "
            + master
            + "; it knows local[…] and spark://HOST:PORT.");
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
