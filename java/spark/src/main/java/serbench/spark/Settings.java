package serbench.spark;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import serbench.RequestError;
import serbench.protocol.Request;

/** The settings of an application: Spark's own, and ours, which its executors read. */
final class Settings {
  static final String ROW = "spark.serbench.row";
  static final String SERIALIZER = "spark.serbench.serializer";
  static final String RELOCATABLE = "spark.serbench.relocatable";
  static final String CODEC_CLASS_PATH = "spark.serbench.codecClassPath";
  static final String POOL = "spark.serbench.pool";
  static final String NUMBERS = "spark.serbench.numbers";
  static final String CODEC = "codec";
  static final String RAW_BYTES = "spark/raw-bytes";
  static final String DATASET = "spark/dataset";

  /** A class of the ordinary class path may stand in the place of a row. */
  private static final String CLASS = "class:";

  private static final String PROPERTIES = "serbench.spark.";
  private static final String JAVA = "org.apache.spark.serializer.JavaSerializer";
  private static final String KRYO = "org.apache.spark.serializer.KryoSerializer";
  private static final Map<String, String> SERIALIZERS =
      Map.of(
          CODEC,
          CodecSerializer.class.getName(),
          RAW_BYTES,
          CodecSerializer.class.getName(),
          DATASET,
          JAVA,
          "spark/java",
          JAVA,
          "spark/kryo",
          KRYO,
          "spark/kryo-registered",
          KRYO,
          "spark/kryo-no-references",
          KRYO);
  private static final Set<String> REGISTERED =
      Set.of("spark/kryo-registered", "spark/kryo-no-references");
  // What the members of plain types are, other than plain types.
  private static final List<Class<?>> CONTAINERS =
      List.of(
          java.util.ArrayList.class,
          java.util.LinkedHashMap.class,
          byte[].class,
          boolean[].class,
          int[].class,
          long[].class,
          float[].class,
          double[].class);

  private Settings() {}

  /** The class path of a codec's runner; empty where its classes stand on the ordinary one. */
  static String codecClassPath() {
    return System.getProperty(PROPERTIES + "codec_class_path", "");
  }

  static SparkConf of(Request request) {
    SparkConf conf = new SparkConf(false);
    String master = request.text("master");
    conf.setMaster(master);
    conf.setAppName("serbench " + request.text("serializer"));
    ours(conf, request);
    quiet(conf, request.text("scratch"));
    compression(conf, request.text("compress"));
    if (master.startsWith("local")) {
      conf.set("spark.driver.host", "127.0.0.1");
    } else {
      executors(conf, request);
    }
    if (master.contains("//127.0.0.1") || master.contains("//localhost")) {
      conf.set("spark.driver.host", "127.0.0.1");
    }
    if (conf.contains("spark.driver.host")) {
      conf.set("spark.driver.bindAddress", conf.get("spark.driver.host"));
    }
    return conf;
  }

  /** Registers the plain classes where the row says that they are. */
  static void registered(SparkConf conf, List<Class<?>> plain) {
    String row = conf.get(ROW);
    if (REGISTERED.contains(row)) {
      String names =
          Stream.concat(plain.stream(), CONTAINERS.stream())
              .map(Class::getName)
              .collect(Collectors.joining(","));
      conf.set("spark.kryo.classesToRegister", names);
    }
    if (row.equals("spark/kryo-no-references")) {
      conf.set("spark.kryo.referenceTracking", "false");
    }
  }

  private static void ours(SparkConf conf, Request request) {
    String row = request.text("serializer");
    String named = row.startsWith(CLASS) ? row.substring(CLASS.length()) : SERIALIZERS.get(row);
    if (named == null) {
      throw new RequestError("There is no serializer \"" + row + "\".");
    }
    conf.set(ROW, row);
    conf.set(SERIALIZER, named);
    conf.set(POOL, request.text("pool"));
    if (request.has("numbers")) {
      conf.set(NUMBERS, request.text("numbers"));
    }
    conf.set(CODEC_CLASS_PATH, codecClassPath());
    conf.set("spark.serializer", TimedSerializer.class.getName());
  }

  static void quiet(SparkConf conf, String scratch) {
    conf.set("spark.local.dir", scratch);
    conf.set("spark.ui.enabled", "false");
    conf.set("spark.ui.showConsoleProgress", "false");
    conf.set("spark.extraListeners", StageWatch.class.getName());
    // A task that failed once is a failure, and no task is run twice for its speed.
    conf.set("spark.task.maxFailures", "1");
    conf.set("spark.stage.maxConsecutiveAttempts", "1");
    conf.set("spark.speculation", "false");
    conf.set("spark.dynamicAllocation.enabled", "false");
    // Tasks wait for the executor that holds their objects, and reducers are spread evenly.
    conf.set("spark.locality.wait", "60s");
    conf.set("spark.shuffle.reduceLocality.enabled", "false");
    // Limits of what a task may return, which no job of ours is about.
    conf.set("spark.driver.maxResultSize", "0");
    conf.set("spark.kryoserializer.buffer.max", "1g");
    conf.set("spark.sql.adaptive.enabled", "false");
    conf.set("spark.sql.warehouse.dir", scratch);
    conf.set("spark.sql.catalogImplementation", "in-memory");
  }

  private static void compression(SparkConf conf, String compress) {
    if (!compress.equals("none")) {
      conf.set("spark.io.compression.codec", compress);
    }
    for (String what :
        List.of("shuffle.compress", "shuffle.spill.compress", "broadcast.compress")) {
      conf.set("spark." + what, Boolean.toString(!compress.equals("none")));
    }
  }

  private static void executors(SparkConf conf, Request request) {
    conf.set("spark.executor.memory", request.number("executor_memory_bytes") + "b");
    conf.set("spark.executor.extraClassPath", property("executor_class_path"));
    conf.set("spark.executor.extraJavaOptions", property("executor_flags"));
    // Executors of one machine would read each other's files, as those of several cannot.
    conf.set("spark.shuffle.readHostLocalDisk", "false");
    conf.set("spark.scheduler.minRegisteredResourcesRatio", "1.0");
  }

  private static String property(String name) {
    String value = System.getProperty(PROPERTIES + name);
    if (value == null) {
      throw new RequestError("The driver lacks the property " + PROPERTIES + name + ".");
    }
    return value;
  }
}
