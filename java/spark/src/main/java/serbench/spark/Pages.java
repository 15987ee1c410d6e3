package serbench.spark;

import java.util.ArrayDeque;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;
import serbench.Adapter;

/**
 * The pages of a JVM. A page belongs to one thread at a time; Spark changes the threads of its
 * tasks and makes serializers for each block, so that a task takes the page that was given back
 * last and no task generates code again.
 */
final class Pages {
  private static final ArrayDeque<Adapter> FREE = new ArrayDeque<>();
  private static final ThreadLocal<Adapter> HELD = new ThreadLocal<>();

  private Pages() {}

  /** The page of this thread, until its task ends. */
  static Adapter mine() {
    Adapter held = HELD.get();
    return held == null ? taken() : held;
  }

  private static Adapter taken() {
    Adapter adapter;
    synchronized (FREE) {
      page = FREE.pollFirst();
    }
    Adapter held = page == null ? Subject.here().page() : page;
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
