package serbench.spark;

import java.util.function.IntPredicate;
import org.apache.spark.SparkEnv;
import org.apache.spark.storage.BlockStatus;
import org.apache.spark.storage.RDDBlockId;
import org.apache.spark.storage.StorageStatus;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What the executors hold of some RDDs, as the master of their blocks knows it. What Spark's status
 * reports show of it is late.
 *
 * @param count of the blocks, one for each partition
 */
record Blocks(long count, long memoryBytes) {
  /** Of the RDDs whose numbers are wanted. */
  static Blocks of(IntPredicate wanted) {
    long count = 0;
    long bytes = 0;
    for (StorageStatus executor : SparkEnv.get().blockManager().master().getStorageStatus()) {
      for (var block : CollectionConverters.asJava(executor.rddBlocks()).entrySet()) {
        BlockStatus status = block.getValue();
        if (wanted.test(((RDDBlockId) block.getKey()).rddId()) && status.memSize() > 0) {
          count++;
          bytes += status.memSize();
        }
      }
    }
    return new Blocks(count, bytes);
  }
}
