package serbench.spark;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.util.KnownSizeEstimation;
import scala.Tuple2;

/**
 * Records that an executor holds. Spark takes their size from here; it would look for it in each
 * object again and again, which takes longer than to make them.
 */
record Share(List<Tuple2<Long, Object>> records, long bytes)
    implements KnownSizeEstimation, Iterable<Tuple2<Long, Object>> {
  @Override
  public long estimatedSize() {
    return bytes;
  }

  @Override
  public Iterator<Tuple2<Long, Object>> iterator() {
    return records.iterator();
  }
}
