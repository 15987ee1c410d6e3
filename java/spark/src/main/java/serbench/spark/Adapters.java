package serbench.spark;

import java.util.ArrayDeque;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;
import serbench.Adapter;

/**
 * The adapters of a JVM. An adapter belongs to one thread at a time; Spark changes the threads of
 * its tasks and makes serializers for each block, so that a task takes the adapter that was given
 * back last and no task generates code again.
 */
final class Adapters {
  private static final ArrayDeque<Adapter> FREE = new ArrayDeque<>();
  private static final ThreadLocal<Adapter> HELD = new ThreadLocal<>();

  private Adapters() {}

  /** The adapter of this thread, until its task ends. */
  static Adapter mine() {
    Adapter held = HELD.get();
    return held == null ? taken() : held;
  }

  private static Adapter taken() {
    Adapter adapter;
    synchronized (FREE) {
      adapter = FREE.pollFirst();
    }
    Adapter held = adapter == null ? Subject.here().adapter() : adapter;
    HELD.set(held);
    TaskContext task = TaskContext.get();
    if (task != null) {
      TaskCompletionListener back = ended -> giveBack();
      task.addTaskCompletionListener(back);
    }
    return held;
  }

  private static void giveBack() {
    Adapter held = HELD.get();
    HELD.remove();
    if (held != null) {
      synchronized (FREE) {
        FREE.addFirst(held);
      }
    }
  }
}
