package serbench.spark;

import java.io.IOException;
import java.util.Arrays;

/**
 * Runs a main class of Spark until the standard input ends, so that it ends with whoever started
 * it, however that ends.
 */
public final class Daemon {
  private Daemon() {}

  public static void main(String[] arguments) throws ReflectiveOperationException {
    Thread watch = new Thread(Daemon::endWithInput, "input");
    watch.setDaemon(true);
    watch.start();
    Object rest = Arrays.copyOfRange(arguments, 1, arguments.length);
    Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, rest);
  }

  private static void endWithInput() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is said on it.
      }
    } catch (IOException closed) {
      // It has ended as well.
    }
    Runtime.getRuntime().halt(0);
  }
}
