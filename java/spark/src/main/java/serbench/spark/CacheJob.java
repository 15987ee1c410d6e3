package serbench.spark;

import java.util.List;
import java.util.function.IntFunction;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import serbench.protocol.Failure;

/** Records cached as bytes and read three times. */
record CacheJob(JavaRDD<Share> held, long objects) implements Job {
  private static final int SCANS = 3;

  @Override
  public String name() {
    return "cache";
  }

  @Override
  public Ran run(Reading reading) {
    JavaPairRDD<Long, Object> cached = Records.measured(held, reading.meter());
    cached.persist(StorageLevel.MEMORY_ONLY_SER());
    // Whoever takes a record out of a block reads it, and this stage only writes.
    cached.mapPartitions(part -> List.of(0).iterator()).collect();
    try {
      long bytes = cachedBytes(cached);
      Seen seen =
          scanned(
              scan ->
                  Seen.all(
                      cached
                          .mapPartitions(part -> List.of(reading.of(part)).iterator())
                          .collect()));
      return new Ran(seen, "", bytes);
    } finally {
      cached.unpersist(true);
    }
  }

  @Override
  public String stage(int index, Stage stage) {
    return stage(index);
  }

  /** The name of a stage of a cache. */
  static String stage(int index) {
    return index == 0 ? "write" : "scan" + index;
  }

  /** What the scans saw: that of one which differs from the first, if there is one. */
  static Seen scanned(IntFunction<Seen> scan) {
    Seen seen = scan.apply(0);
    for (int i = 1; i < SCANS; i++) {
      Seen again = scan.apply(i);
      seen = again.equals(seen) ? seen : again;
    }
    return seen;
  }

  private static long cachedBytes(JavaPairRDD<Long, Object> cached) {
    Blocks blocks = Blocks.of(id -> id == cached.id());
    if (blocks.count() != cached.getNumPartitions()) {
      throw new Failure("crashed", "The executors' memory does not hold the cached records.");
    }
    return blocks.memoryBytes();
  }
}
