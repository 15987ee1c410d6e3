package serbench.timing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Takes the results of timed operations, so that the JIT compiler cannot leave the work out. An
 * opaque store must happen each time and in its place, and costs no more than an ordinary one.
 */
public final class Sink {
  private static final VarHandle OBJECT = handle("object", Object.class);
  private static final VarHandle NUMBER = handle("number", long.class);

  @SuppressWarnings("unused")
  private static Object object;

  @SuppressWarnings("unused")
  private static long number;

  private Sink() {}

  public static void take(Object result) {
    OBJECT.setOpaque(result);
  }

  public static void take(long result) {
    NUMBER.setOpaque(result);
  }

  /** Lets go of the last result, which may be large. */
  public static void clear() {
    OBJECT.setOpaque((Object) null);
  }

  private static VarHandle handle(String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findStaticVarHandle(Sink.class, name, type);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
