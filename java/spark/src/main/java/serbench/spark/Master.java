package serbench.spark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import serbench.RequestError;

/** Who gives executors to an application. */
final class Master {
  private static final String STANDALONE = "spark://";
  private static final Pattern PLACE = Pattern.compile("([\\w.-]+):(\\d+)");
  private static final Map<String, String> PARTS =
      Map.of(
          "yarn", "org/apache/spark/scheduler/cluster/YarnClusterManager.class",
          "k8s://", "org/apache/spark/scheduler/cluster/k8s/KubernetesClusterManager.class");
  private static final int CONNECT_MS = 5_000;
  private static final long ANSWER_S = 30;

  private Master() {}

  /**
   * A context of the application at its master. Throws RequestError where there is none: Spark
   * itself asks a master for minutes that is not there.
   */
  static JavaSparkContext connected(SparkConf conf) {
    String master = conf.get("spark.master");
    if (master.startsWith(STANDALONE)) {
      requireListener(master);
      return answered(conf, master);
    }
    if (!master.startsWith("local")) {
      requirePart(master);
    }
    return made(conf, master);
  }

  private static JavaSparkContext made(SparkConf conf, String master) {
    try {
      return new JavaSparkContext(conf);
    } catch (RuntimeException fault) {
      String why = String.valueOf(fault.getMessage()).lines().findFirst().orElse("");
      throw new RequestError("Spark does not start with the master " + master + ": " + why);
    }
  }

  /** Whoever listens may be no master, or one that hangs. */
  private static JavaSparkContext answered(SparkConf conf, String master) {
    FutureTask<JavaSparkContext> making = new FutureTask<>(() -> made(conf, master));
    Thread thread = new Thread(making, "context");
    thread.setDaemon(true);
    thread.start();
    try {
      return making.get(ANSWER_S, TimeUnit.SECONDS);
    } catch (TimeoutException silent) {
      throw new RequestError("What listens at " + master + " does not answer as a master does.");
    } catch (ExecutionException fault) {
      throw fault.getCause() instanceof RequestError known
          ? known
          : new IllegalStateException(fault.getCause());
    } catch (InterruptedException fault) {
      throw new IllegalStateException(fault);
    }
  }

  private static void requireListener(String master) {
    Matcher places = PLACE.matcher(master);
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
          && Master.class.getClassLoader().getResource(part.getValue()) != null) {
        return;
      }
    }
    throw new RequestError(
        "The Spark of the cache has no part for the master "
            + master
            + "; it knows local[…] and spark://HOST:PORT.");
  }
}
