package serbench.spark;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
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
  private static final int SAMPLED_OBJECTS = 64;
  private static final long MIB = 1 << 20;

  private Records() {}

  /** Makes them. Throws RequestError where the executors' memory does not hold them. */
  static JavaRDD<Share> held(JavaSparkContext context, Keys keys, int maps) {
    long needed = keys.objects() * estimatedBytes();
    long room = storageBytes(context);
    if (needed > room) {
      throw new RequestError(
          String.format(
              "The %d objects take about %d MiB, and the executors' memory has %d MiB for them.",
              keys.objects(), needed / MIB, room / MIB));
    }
    List<Integer> numbers = IntStream.range(0, maps).boxed().toList();
    JavaRDD<Share> shares =
        context.parallelize(numbers, maps).map(number -> share(keys, number, maps));
    shares.persist(StorageLevel.MEMORY_ONLY());
    shares.count();
    requireHeld(shares, keys.objects());
    return shares;
  }

  /** Throws RequestError where a record had to give way: Spark would make it again in a stage. */
  static void requireHeld(JavaRDD<Share> held, long objects) {
    Blocks blocks = Blocks.of(id -> id == held.id());
    if (blocks.count() != held.getNumPartitions()) {
      throw new RequestError(
          "The executors' memory does not hold the "
              + objects
              + " objects and what the jobs keep there.");
    }
  }

  /** The same records as the input of a stage that is measured. */
  static JavaPairRDD<Long, Object> measured(JavaRDD<Share> held, Meter.Sums meter) {
    return held.mapPartitionsToPair(
        share -> {
          meter.watch();
          return share.next().iterator();
        });
  }

  private static Share share(Keys keys, long index, int maps) {
    Subject subject = Subject.here();
    ObjectPool pool = subject.pool();
    ObjectForm form = subject.form();
    List<Tuple2<Long, Object>> records =
        LongStream.range(index * keys.objects() / maps, (index + 1) * keys.objects() / maps)
            .mapToObj(number -> new Tuple2<>(keys.keyOf(number), pool.make(form, number)))
            .toList();
    return new Share(records, Math.max(1, records.size() * estimatedBytes()));
  }

  /** Of one object. */
  private static long estimatedBytes() {
    Subject subject = Subject.here();
    ObjectForm form = subject.form();
    Object[] sample = new Object[Math.min(SAMPLED_OBJECTS, subject.pool().size())];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = subject.pool().make(form, i);
    }
    return SizeEstimator.estimate(sample) / sample.length;
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
