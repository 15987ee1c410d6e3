package serbench.spark;

import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.spark.HashPartitioner;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/** A small application with a serializer of Spark's, which loads what every application does. */
public final class Rehearsal {
  private static final int TASKS = 2;

  private Rehearsal() {}

  public static void main(String[] arguments) throws TimeoutException {
    SparkConf conf = new SparkConf(false);
    conf.setMaster("local[" + TASKS + "]");
    conf.setAppName("serbench rehearsal");
    conf.set("spark.driver.host", "127.0.0.1");
    conf.set(Settings.SERIALIZER, "org.apache.spark.serializer.KryoSerializer");
    conf.set("spark.serializer", TimedSerializer.class.getName());
    Settings.quiet(conf, arguments[0]);
    try (JavaSparkContext context = new JavaSparkContext(conf)) {
      play(context);
    }
    // Spark leaves threads behind.
    System.exit(0);
  }

  private static void play(JavaSparkContext context) throws TimeoutException {
    Meter.Sums meter = new Meter.Sums(context.sc());
    JavaRDD<Share> held =
        context
            .parallelize(List.of(1L, 2L), TASKS)
            .map(number -> new Share(List.of(new Tuple2<>(number, number.toString())), 1));
    held.persist(StorageLevel.MEMORY_ONLY());
    held.count();
    JavaPairRDD<Long, Object> records = Records.measured(held, meter);
    records.persist(StorageLevel.MEMORY_ONLY_SER());
    records.count();
    records.count();
    records.partitionBy(new HashPartitioner(TASKS)).count();
    records.sortByKey(true, TASKS).count();
    context.broadcast(records.collect()).destroy(true);
    context.sc().listenerBus().waitUntilEmpty();
  }
}
