package serbench.spark;

import java.util.List;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;
import serbench.Unsupported;

/**
 * The jobs of a Dataset of beans, which Spark writes and reads by its own encoder: plain objects
 * become beans in the stages that write, and plain objects again in those that read.
 */
final class DatasetJobs {
  private static final String KEY = "_1";

  private final JavaSparkContext context;
  private final SparkSession session;
  private final JavaRDD<Share> held;
  private final Encoder<Tuple2<Long, Object>> encoder;

  DatasetJobs(JavaSparkContext context, JavaRDD<Share> held, int partitions) {
    this.context = context;
    this.held = held;
    session =
        SparkSession.builder().config("spark.sql.shuffle.partitions", partitions).getOrCreate();
    encoder = Encoders.tuple(Encoders.LONG(), beanEncoder(Subject.here().beans().root()));
  }

  @SuppressWarnings("unchecked")
  private static Encoder<Object> beanEncoder(Class<?> root) {
    return (Encoder<Object>) (Encoder<?>) Encoders.bean(root);
  }

  Job job(String name, long objects, int partitions) {
    return switch (name) {
      case "shuffle", "sort" -> new Exchange(this, objects, partitions, name.equals("sort"));
      case "cache" -> new Cache(this, objects);
      default -> new Missing(name);
    };
  }

  private Dataset<Tuple2<Long, Object>> dataset(Meter.Sums meter) {
    JavaRDD<Tuple2<Long, Object>> beans =
        Records.measured(held, meter)
            .mapPartitions(
                records -> {
                  Beans made = Subject.here().beans();
                  return Iterators.mapped(
                      records, record -> new Tuple2<>(record._1(), made.bean(record._2())));
                });
    return session.createDataset(beans.rdd(), encoder);
  }

  private static List<long[]> read(JavaRDD<Tuple2<Long, Object>> records, Reading reading) {
    return records
        .mapPartitions(
            part -> {
              Beans made = Subject.here().beans();
              return List.of(
                      reading.of(
                          Iterators.mapped(
                              part, record -> new Tuple2<>(record._1(), made.plain(record._2())))))
                  .iterator();
            })
        .collect();
  }

  private record Exchange(DatasetJobs jobs, long objects, int partitions, boolean sorts)
      implements Job {
    @Override
    public String name() {
      return sorts ? "sort" : "shuffle";
    }

    @Override
    public Ran run(Reading reading) {
      Dataset<Tuple2<Long, Object>> all = jobs.dataset(reading.meter());
      Dataset<Tuple2<Long, Object>> exchanged =
          sorts ? all.orderBy(KEY) : all.repartition(partitions, all.col(KEY));
      JavaRDD<Tuple2<Long, Object>> records = exchanged.toJavaRDD();
      Seen seen = Seen.all(read(records, reading));
      return new Ran(seen, Shuffles.endOf(jobs.context, shuffle(records.rdd())), 0);
    }

    @Override
    public String stage(int index, Stage stage) {
      return Shuffles.stage(index, stage);
    }

    private static ShuffleDependency<?, ?, ?> shuffle(RDD<?> rdd) {
      var first = rdd.dependencies().head();
      return first instanceof ShuffleDependency<?, ?, ?> found ? found : shuffle(first.rdd());
    }
  }

  private record Cache(DatasetJobs jobs, long objects) implements Job {
    @Override
    public String name() {
      return "cache";
    }

    @Override
    public Ran run(Reading reading) {
      Dataset<Tuple2<Long, Object>> cached = jobs.dataset(reading.meter());
      cached.persist(StorageLevel.MEMORY_ONLY());
      try {
        cached.toJavaRDD().mapPartitions(part -> List.of(0).iterator()).collect();
        long bytes = Blocks.of(id -> id != jobs.held.id()).memoryBytes();
        Seen seen = CacheJob.scanned(scan -> Seen.all(read(cached.toJavaRDD(), reading)));
        return new Ran(seen, "", bytes);
      } finally {
        cached.unpersist(true);
      }
    }

    @Override
    public String stage(int index, Stage stage) {
      return CacheJob.stage(index);
    }
  }

  /** A job that Datasets do not have. */
  private record Missing(String name) implements Job {
    @Override
    public Ran run(Reading reading) {
      throw new Unsupported("A Dataset has no job " + name + " of objects.");
    }

    @Override
    public String stage(int index, Stage stage) {
      return "";
    }

    @Override
    public long objects() {
      return 0;
    }
  }
}
