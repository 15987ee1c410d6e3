package serbench.spark;

import org.apache.spark.launcher.JavaModuleOptions;

/** Prints what this Spark asks of the JVM of a driver; its executors get the same from Spark. */
public final class ModuleOptions {
  private ModuleOptions() {}

  public static void main(String[] arguments) {
    System.out.println(JavaModuleOptions.defaultModuleOptions());
  }
}
