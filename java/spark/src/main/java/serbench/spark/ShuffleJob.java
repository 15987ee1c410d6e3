package serbench.spark;

import java.util.List;
import org.apache.spark.HashPartitioner;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * A shuffle: each record to the partition of its key ({@code shuffle}), or in order of the keys
 * ({@code sort}).
 */
record ShuffleJob(
    JavaSparkContext context, JavaRDD<Share> held, long objects, int partitions, boolean sorts)
    implements Job {
  @Override
  public String name() {
    return sorts ? "sort" : "shuffle";
  }

  @Override
  public Ran run(Reading reading) {
    JavaPairRDD<Long, Object> records = Records.measured(held, reading.meter());
    JavaPairRDD<Long, Object> shuffled =
        sorts
            ? records.sortByKey(true, partitions)
            : records.partitionBy(new HashPartitioner(partitions));
    List<long[]> parts =
        shuffled.mapPartitions(part -> List.of(reading.of(part)).iterator()).collect();
    ShuffleDependency<?, ?, ?> dependency =
        (ShuffleDependency<?, ?, ?>) shuffled.rdd().dependencies().head();
    return new Ran(Seen.all(parts), Shuffles.endOf(context, dependency), 0);
  }

  @Override
  public String stage(int index, Stage stage) {
    return Shuffles.stage(index, stage);
  }
}
