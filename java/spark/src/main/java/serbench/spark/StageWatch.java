package serbench.spark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.StageInfo;
import scala.jdk.javaapi.CollectionConverters;

/** Listens to Spark: the stages of a round, the tasks that are done, executors that come and go. */
public final class StageWatch extends SparkListener {
  private static StageWatch installed;

  /** An executor as the master gave it. */
  record Executor(String host, int cores) {}

  /** Receives Spark's own counts of tasks. */
  @FunctionalInterface
  interface Tasks {
    void done(int done, int total);
  }

  private final Map<String, Executor> executors = new TreeMap<>();
  private final Map<String, Long> sums = new HashMap<>();
  private List<Stage> stages = new ArrayList<>();
  private Tasks tasks = (done, total) -> {};
  private int done;
  private int total;
  private String loss;
  private Runnable onLoss = () -> {};

  /** Spark makes it with the context. */
  public StageWatch() {
    synchronized (StageWatch.class) {
      installed = this;
    }
  }

  /** That of this driver. */
  static StageWatch installed() {
    synchronized (StageWatch.class) {
      return installed;
    }
  }

  synchronized List<Executor> executors() {
    return List.copyOf(executors.values());
  }

  /** The stages that have ended since the last call. */
  synchronized List<Stage> taken() {
    List<Stage> ended = stages;
    stages = new ArrayList<>();
    return ended;
  }

  /** A stage of which Spark does not tell. */
  synchronized void add(Stage stage) {
    stages.add(stage);
  }

  synchronized void watchTasks(Tasks watching) {
    tasks = watching;
    done = 0;
    total = 0;
  }

  /** The sentence about an executor that was lost; null where none was. */
  synchronized String loss() {
    return loss;
  }

  synchronized void onLoss(Runnable reaction) {
    onLoss = reaction;
  }

  @Override
  public synchronized void onExecutorAdded(SparkListenerExecutorAdded event) {
    executors.put(
        event.executorId(),
        new Executor(event.executorInfo().executorHost(), event.executorInfo().totalCores()));
  }

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
    Runnable reaction;
    synchronized (this) {
      Executor lost = executors.remove(event.executorId());
      String host = lost == null ? "an unknown host" : lost.host();
      String reason = event.reason().lines().findFirst().orElse("").strip();
      loss = loss == null ? "An executor on " + host + " was lost: " + reason : loss;
      reaction = onLoss;
    }
    reaction.run();
  }

  @Override
  public synchronized void onJobStart(SparkListenerJobStart event) {
    for (StageInfo stage : CollectionConverters.asJava(event.stageInfos())) {
      total += stage.numTasks();
    }
    tasks.done(done, total);
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd event) {
    done++;
    tasks.done(done, total);
  }

  @Override
  public synchronized void onStageCompleted(SparkListenerStageCompleted event) {
    StageInfo info = event.stageInfo();
    if (info.submissionTime().isEmpty() || info.failureReason().isDefined()) {
      return;
    }
    TaskMetrics metrics = info.taskMetrics();
    long wallMs = (long) info.completionTime().get() - (long) info.submissionTime().get();
    stages.add(
        new Stage(
            info.shuffleDepId().isDefined(),
            metrics.executorCpuTime(),
            1_000_000 * metrics.executorRunTime(),
            1_000_000 * wallMs,
            1_000_000 * metrics.jvmGCTime(),
            metrics.shuffleWriteMetrics().bytesWritten(),
            metrics.shuffleReadMetrics().totalBytesRead(),
            metrics.memoryBytesSpilled(),
            metrics.diskBytesSpilled(),
            metered(info)));
  }

  /** What {@link Meter} summed over the stage: Spark tells the sums since the beginning. */
  private Map<String, Long> metered(StageInfo info) {
    Map<String, Long> found = new HashMap<>();
    for (AccumulableInfo one : CollectionConverters.asJava(info.accumulables()).values()) {
      if (one.name().isDefined() && Meter.Sums.NAMES.contains(one.name().get())) {
        long sum = (Long) one.value().get();
        Long before = sums.put(one.name().get(), sum);
        found.put(one.name().get(), sum - (before == null ? 0 : before));
      }
    }
    return found;
  }
}
