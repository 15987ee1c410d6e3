package serbench.spark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.BroadcastBlockId;
import scala.Tuple2;
import serbench.ObjectForm;

/** A list of objects from the driver to every executor. */
final class BroadcastJob implements Job {
  private static final int MOST_OBJECTS = 4096;

  private final JavaSparkContext context;
  private final StageWatch watch;
  private final int tasks;
  private final ArrayList<Object> objects = new ArrayList<>();
  private final ThreadMXBean clock = ManagementFactory.getThreadMXBean();

  BroadcastJob(JavaSparkContext context, StageWatch watch, Keys keys, int tasks) {
    this.context = context;
    this.watch = watch;
    this.tasks = tasks;
    Subject subject = Subject.here();
    ObjectForm form = subject.form();
    long count = Math.min(Math.min(keys.objects(), subject.pool().size()), MOST_OBJECTS);
    LongStream.range(0, count).forEach(number -> objects.add(subject.pool().make(form, number)));
  }

  @Override
  public String name() {
    return "broadcast";
  }

  @Override
  public long objects() {
    return objects.size();
  }

  @Override
  public long objectsPerRecord() {
    return objects.size();
  }

  @Override
  public Ran run(Reading reading) {
    Broadcast<ArrayList<Object>> sent = written();
    // The driver keeps the list itself for its own tasks; without it, they read as executors do.
    BroadcastBlockId own = new BroadcastBlockId(sent.id(), "");
    SparkEnv.get().blockManager().removeBlock(own, true);
    Keys keys = reading.keys();
    List<long[]> results =
        context
            .parallelize(IntStream.range(0, tasks).boxed().toList(), tasks)
            .map(task -> reading.of(numbered(sent.value(), keys)))
            .collect();
    sent.destroy(true);
    Seen first = Seen.of(results.get(0));
    Seen other =
        results.stream().map(Seen::of).filter(one -> !one.equals(first)).findFirst().orElse(first);
    return new Ran(other, "", 0);
  }

  @Override
  public String stage(int index, Stage stage) {
    return index == 0 ? "write" : "read";
  }

  /** The list is written by the driver, outside of Spark's stages. */
  private Broadcast<ArrayList<Object>> written() {
    Meter.Spent spent = Meter.mine().serialized();
    spent.drain(ns -> {}, records -> {});
    long cpu = clock.getCurrentThreadCpuTime();
    long wall = System.nanoTime();
    Broadcast<ArrayList<Object>> sent = context.broadcast(objects);
    watch.add(
        Stage.ofDriver(clock.getCurrentThreadCpuTime() - cpu, System.nanoTime() - wall, spent));
    return sent;
  }

  private static Iterator<Tuple2<Long, Object>> numbered(List<Object> read, Keys keys) {
    return IntStream.range(0, read.size())
        .mapToObj(i -> new Tuple2<>(keys.keyOf(i), read.get(i)))
        .iterator();
  }
}
