package serbench.spark;

import java.util.Map;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.api.java.JavaSparkContext;

/** What every shuffle of Spark has. */
final class Shuffles {
  private static final Map<String, String> WRITERS =
      Map.of(
          "BypassMergeSortShuffleHandle", "bypass",
          "SerializedShuffleHandle", "serialized",
          "BaseShuffleHandle", "sorting");

  private Shuffles() {}

  /**
   * Removes the files of a shuffle, so that the next round finds the disk as this one did, and
   * tells how Spark wrote it.
   */
  static String endOf(JavaSparkContext context, ShuffleDependency<?, ?, ?> shuffle) {
    context.sc().cleaner().get().doCleanupShuffle(shuffle.shuffleId(), true);
    return WRITERS.get(shuffle.shuffleHandle().getClass().getSimpleName());
  }

  /** The name of a stage of a shuffle; before it sorts, Spark samples the keys. */
  static String stage(int index, Stage stage) {
    if (stage.shuffles()) {
      return "write";
    }
    return index == 0 ? "sample" : "read";
  }
}
