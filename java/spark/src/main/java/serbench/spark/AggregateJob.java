package serbench.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.spark.api.java.JavaRDD;
import scala.Function2;
import scala.Tuple2;
import scala.reflect.ClassTag$;

/**
 * An aggregation in a tree: of the objects whose numbers are equal modulo the number of groups, the
 * one with the largest number.
 */
record AggregateJob(JavaRDD<Share> held, long all) implements Job {
  private static final int GROUPS = 1024;
  private static final int DEPTH = 2;

  @Override
  public String name() {
    return "aggregate";
  }

  @Override
  public long first() {
    return all - objects();
  }

  @Override
  public long objects() {
    return Math.min(all, GROUPS);
  }

  @Override
  public long spread() {
    return all;
  }

  @Override
  public long objectsPerRecord() {
    return objects();
  }

  @Override
  public Ran run(Reading reading) {
    Keys keys = reading.keys();
    Meter.Sums meter = reading.meter();
    ArrayList<Object> none = new ArrayList<>(Collections.nCopies(GROUPS, null));
    Function2<ArrayList<Object>, Tuple2<Long, Object>, ArrayList<Object>> add =
        (Function2<ArrayList<Object>, Tuple2<Long, Object>, ArrayList<Object>> & Serializable)
            (kept, record) -> with(kept, record, keys);
    Function2<ArrayList<Object>, ArrayList<Object>, ArrayList<Object>> merge =
        (Function2<ArrayList<Object>, ArrayList<Object>, ArrayList<Object>> & Serializable)
            (one, other) -> merged(one, other, meter);
    // The last level is an executor's too, so that a tree of few partitions has a shuffle.
    ArrayList<Object> last =
        Records.measured(held, meter)
            .rdd()
            .treeAggregate(none, add, merge, DEPTH, true, ClassTag$.MODULE$.apply(ArrayList.class));
    return new Ran(seen(last, keys), "", 0);
  }

  @Override
  public String stage(int index, Stage stage) {
    if (stage.shuffles()) {
      return index == 0 ? "write" : "merge";
    }
    return "read";
  }

  private static ArrayList<Object> with(
      ArrayList<Object> kept, Tuple2<Long, Object> record, Keys keys) {
    long number = keys.numberOf(record._1());
    int group = (int) (number % GROUPS);
    Tuple2<?, ?> before = (Tuple2<?, ?>) kept.get(group);
    if (before == null || (Long) before._1() < number) {
      kept.set(group, new Tuple2<>(number, record._2()));
    }
    return kept;
  }

  private static ArrayList<Object> merged(
      ArrayList<Object> one, ArrayList<Object> other, Meter.Sums meter) {
    meter.watch();
    for (int group = 0; group < GROUPS; group++) {
      Tuple2<?, ?> own = (Tuple2<?, ?>) one.get(group);
      Tuple2<?, ?> foreign = (Tuple2<?, ?>) other.get(group);
      if (own == null || foreign != null && (Long) own._1() < (Long) foreign._1()) {
        one.set(group, foreign);
      }
    }
    return one;
  }

  private static Seen seen(List<Object> last, Keys keys) {
    return Reading.ofAll(
        true,
        keys,
        last.stream()
            .filter(Objects::nonNull)
            .map(
                one -> {
                  Tuple2<?, ?> kept = (Tuple2<?, ?>) one;
                  return new Tuple2<>(keys.keyOf((Long) kept._1()), (Object) kept._2());
                })
            .iterator());
  }
}
