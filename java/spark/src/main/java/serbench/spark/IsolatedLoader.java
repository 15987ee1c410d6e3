package serbench.spark;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;

/**
 * Keeps a codec and its libraries apart from those that Spark brings, which have the same names and
 * other versions: its own classes come first, except those that both sides talk through.
 */
final class IsolatedLoader extends URLClassLoader {
  private static final List<String> SHARED =
      List.of(
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "scala.",
          "org.apache.spark.",
          "org.slf4j.",
          "serbench.");
  // The rendered classes know the codec's plain ones, and the versions are those of its jars.
  private static final List<String> OWN = List.of("serbench.rendered.", "serbench.Libraries");

  static {
    registerAsParallelCapable();
  }

  IsolatedLoader(String classPath, ClassLoader parent) {
    super(urls(classPath), parent);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (starts(name, SHARED) && !starts(name, OWN)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      try {
        return findClass(name);
      } catch (ClassNotFoundException absent) {
        return super.loadClass(name, resolve);
      }
    }
  }

  @Override
  public URL getResource(String name) {
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    Enumeration<URL> own = findResources(name);
    return own.hasMoreElements() ? own : super.getResources(name);
  }

  private static boolean starts(String name, List<String> prefixes) {
    return prefixes.stream().anyMatch(name::startsWith);
  }

  private static URL[] urls(String classPath) {
    return Arrays.stream(classPath.split(File.pathSeparator))
        .map(
            path -> {
              try {
                return new File(path).toURI().toURL();
              } catch (MalformedURLException fault) {
                throw new IllegalArgumentException(fault);
              }
            })
        .toArray(URL[]::new);
  }
}
