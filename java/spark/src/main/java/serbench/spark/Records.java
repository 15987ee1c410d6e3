package serbench.spark;

import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.BlockManagerId;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.SizeEstimator;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;
import serbench.ObjectForm;
import serbench.RequestError;
import serbench.values.ObjectPool;

/**
 * The records of the jobs: key and object, made on the executors and held by them as objects before
 * anything is measured.
 */
final class Records {
  private static final int SAMPLED_OBJECTS = 256;
  private static final long MIB = 1 << 20;

  private Records() {}

  /** Makes them. Throws RequestError where the executors' memory does not hold them. */
  static JavaPairRDD<Long, Object> held(JavaSparkContext context, Keys keys, int maps) {
    long needed = estimatedBytes(keys.objects());
    long room = storageBytes(context);
    if (needed > room) {
      throw new RequestError(
          String.format(
              "The %d objects take about %d MiB, and the executors' memory has %d MiB for them.",
              keys.objects(), needed / MIB, room / MIB));
    }
    List<Integer> shares = IntStream.range(0, maps).boxed().toList();
    JavaPairRDD<Long, Object> records =
        context
            .parallelize(shares, maps)
            .mapPartitionsToPair(share -> share(keys, share.next(), maps));
    records.persist(StorageLevel.MEMORY_ONLY());
    records.count();
    requireHeld(records, keys.objects());
    return records;
  }

  /** Throws RequestError where a record had to give way: Spark would make it again in a stage. */
  static void requireHeld(JavaPairRDD<Long, Object> records, long objects) {
    Blocks blocks = Blocks.of(id -> id == records.id());
    if (blocks.count() != records.getNumPartitions()) {
      throw new RequestError(
          "The executors' memory does not hold the "
              + objects
              + " objects and what the jobs keep there.");
    }
  }

  /** The same records as the input of a stage that is measured. */
  static JavaPairRDD<Long, Object> measured(JavaPairRDD<Long, Object> held, Meter.Sums meter) {
    return held.mapPartitionsToPair(
        records -> {
          meter.watch();
          return records;
        },
        true);
  }

  private static Iterator<Tuple2<Long, Object>> share(Keys keys, long index, int maps) {
    Subject subject = Subject.here();
    ObjectPool pool = subject.pool();
    ObjectForm form = subject.form();
    return LongStream.range(index * keys.objects() / maps, (index + 1) * keys.objects() / maps)
        .mapToObj(number -> new Tuple2<>(keys.keyOf(number), pool.make(form, number)))
        .iterator();
  }

  private static long estimatedBytes(long objects) {
    Subject subject = Subject.here();
    ObjectForm form = subject.form();
    Object[] sample = new Object[Math.min(SAMPLED_OBJECTS, subject.pool().size())];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = subject.pool().make(form, i);
    }
    return SizeEstimator.estimate(sample) / sample.length * objects;
  }

  /** What the executors keep for blocks; a driver keeps some as well where it is one of them. */
  private static long storageBytes(JavaSparkContext context) {
    boolean local = context.isLocal();
    long bytes = 0;
    BlockManagerId driver = SparkEnv.get().blockManager().blockManagerId();
    for (var place :
        CollectionConverters.asJava(context.sc().getExecutorMemoryStatus()).entrySet()) {
      if (local || !place.getKey().equals(driver.hostPort())) {
        bytes += (long) place.getValue()._1();
      }
    }
    return bytes;
  }
}
