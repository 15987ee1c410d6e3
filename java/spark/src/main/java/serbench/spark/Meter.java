package serbench.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Set;
import java.util.function.LongConsumer;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.util.LongAccumulator;
import org.apache.spark.util.TaskCompletionListener;

/**
 * What a thread spends in a serializer: the wall clock of one record in 16 of each stream, for a
 * reading of the clock takes a share of what a small record does.
 */
final class Meter {
  private static final int RECORDS_PER_TIMED = 16;
  // The first record of a stream pays for what a stream sets up.
  private static final int FIRST_TIMED = 8;
  private static final ThreadLocal<Meter> OF_THREAD = new ThreadLocal<>();

  private final TaskContext task;
  private final Spent serialized = new Spent();
  private final Spent deserialized = new Spent();
  private boolean watched;

  private Meter(TaskContext task) {
    this.task = task;
  }

  /** That of the task that this thread works for; none lasts longer than its task. */
  static Meter mine() {
    TaskContext task = TaskContext.get();
    Meter known = OF_THREAD.get();
    if (known == null || known.task != task) {
      known = new Meter(task);
      OF_THREAD.set(known);
    }
    return known;
  }

  Spent serialized() {
    return serialized;
  }

  Spent deserialized() {
    return deserialized;
  }

  /** What was timed in one direction. */
  static final class Spent {
    private long ns;
    private long records;

    /** Hands over what was timed since the last call. */
    void drain(LongConsumer sumNs, LongConsumer sumRecords) {
      sumNs.accept(ns);
      sumRecords.accept(records);
      ns = 0;
      records = 0;
    }
  }

  /** The records of a stream; a record begins with its key and ends with its value. */
  static final class Records {
    private final Spent spent;
    private long seen;
    private long began;
    private long ns;

    Records(Spent spent) {
      this.spent = spent;
    }

    void begin() {
      if (mayCount()) {
        began = System.nanoTime();
      }
    }

    /** Stops the clock between a key and its value, where Spark works. */
    void rest() {
      if (mayCount()) {
        ns += System.nanoTime() - began;
      }
    }

    /** The value that ends a record, or one of Spark's own. */
    void end(Object value) {
      rest();
      boolean isList = value instanceof ArrayList;
      if (seen % RECORDS_PER_TIMED == FIRST_TIMED || isList && seen == 0) {
        spent.ns += ns;
        spent.records++;
      }
      ns = 0;
      seen++;
    }

    /** Of what is alone in its stream only the value says whether it is a list of objects. */
    private boolean mayCount() {
      return seen % RECORDS_PER_TIMED == FIRST_TIMED || seen == 0;
    }
  }

  /** The sums over all tasks, which the driver reads. */
  static final class Sums implements Serializable {
    private static final long serialVersionUID = 1L;
    static final String SERIALIZE_NS = "serialize_ns";
    static final String SERIALIZED = "serialized_objects";
    static final String DESERIALIZE_NS = "deserialize_ns";
    static final String DESERIALIZED = "deserialized_objects";

    static final Set<String> NAMES = Set.of(SERIALIZE_NS, SERIALIZED, DESERIALIZE_NS, DESERIALIZED);

    private final LongAccumulator serializeNs;
    private final LongAccumulator serialized;
    private final LongAccumulator deserializeNs;
    private final LongAccumulator deserialized;

    Sums(SparkContext context) {
      serializeNs = context.longAccumulator(SERIALIZE_NS);
      serialized = context.longAccumulator(SERIALIZED);
      deserializeNs = context.longAccumulator(DESERIALIZE_NS);
      deserialized = context.longAccumulator(DESERIALIZED);
    }

    /** Adds what this thread spends in its task, if it works for one, once that ends. */
    void watch() {
      Meter meter = mine();
      if (meter.task != null && !meter.watched) {
        meter.watched = true;
        TaskCompletionListener drained =
            ended -> {
              meter.serialized.drain(serializeNs::add, serialized::add);
              meter.deserialized.drain(deserializeNs::add, deserialized::add);
            };
        meter.task.addTaskCompletionListener(drained);
      }
    }
  }
}
