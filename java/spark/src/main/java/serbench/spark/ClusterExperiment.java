package serbench.spark;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.package$;
import org.apache.spark.serializer.Serializer;
import serbench.Libraries;
import serbench.RequestError;
import serbench.protocol.Replies;
import serbench.protocol.Request;
import serbench.timing.Jvm;

/** The verb {@code cluster}: one application measures one serializer in several jobs. */
final class ClusterExperiment {
  // The product of two numbers below this is exact.
  private static final long MOST_OBJECTS = Integer.MAX_VALUE;

  private ClusterExperiment() {}

  static void run(Request request, Replies replies) {
    long objects = request.number("objects");
    if (objects == 0 || objects > MOST_OBJECTS) {
      throw new RequestError("The number of objects is not between 1 and " + MOST_OBJECTS + ".");
    }
    SparkConf conf = Settings.of(request);
    Subject subject = Subject.of(conf);
    Settings.registered(conf, subject.bench().types().all());
    Serializer serializer = TimedSerializer.inner(conf);
    boolean relocatable = serializer.supportsRelocationOfSerializedObjects();
    if (serializer instanceof CodecSerializer) {
      relocatable = Relocation.isKept(serializer, subject);
      conf.set(Settings.RELOCATABLE, Boolean.toString(relocatable));
    }
    replies.libraries(libraries(conf, subject));
    Jvm.describe(replies);
    try (Application application = new Application(conf, objects)) {
      facts(application, request, relocatable, replies);
      List<Job> jobs = application.jobs(request);
      new Rounds(application, replies).run(jobs, request);
      application.requireExecutors();
    }
    replies.line("memory", "peak_bytes", Jvm.peakResidentBytes());
  }

  private static Map<String, String> libraries(SparkConf conf, Subject subject) {
    boolean codec = conf.get(Settings.ROW).equals(Settings.CODEC);
    return codec ? subject.adapter().libraries() : Libraries.ofJdk();
  }

  private static void facts(
      Application application, Request request, boolean relocatable, Replies replies) {
    List<StageWatch.Executor> executors = application.watch().executors();
    boolean local = application.context().isLocal();
    long memory =
        local ? Runtime.getRuntime().maxMemory() : request.number("executor_memory_bytes");
    replies.line(
        "cluster",
        "master",
        request.text("master"),
        "engine_version",
        package$.MODULE$.SPARK_VERSION(),
        "runtime",
        System.getProperty("java.version"),
        "executors",
        executors.size(),
        "cores",
        executors.stream().mapToInt(StageWatch.Executor::cores).sum(),
        "memory_bytes",
        memory * executors.size(),
        "hosts",
        executors.stream()
            .map(executor -> local ? "localhost" : executor.host())
            .distinct()
            .sorted()
            .collect(Collectors.joining(",")),
        "relocatable",
        relocatable ? 1 : 0);
  }
}
