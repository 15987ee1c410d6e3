package serbench.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import serbench.Adapter;
import serbench.ObjectForm;
import serbench.Unsupported;
import serbench.protocol.Bench;
import serbench.protocol.Replies;
import serbench.values.ObjectPool;

/**
 * What an application serializes and by what: the codec's classes and the pool of objects. There is
 * one in each JVM, whose libraries generate their code once.
 */
final class Subject {
  private static volatile Subject made;

  private final Bench bench;
  private final ClassLoader classes;
  private final boolean raw;
  private final ObjectPool pool;
  // Null where Spark's own serializers take plain objects.
  private final Adapter first;
  private final Class<?> root;

  private Subject(SparkConf conf) {
    classes = loader(conf.get(Settings.CODEC_CLASS_PATH));
    bench = Bench.of(new Replies(), classes);
    raw = conf.get(Settings.ROW).equals(Settings.RAW_BYTES);
    pool = new ObjectPool(conf.get(Settings.POOL), conf.get(Settings.NUMBERS, null));
    first = raw || conf.get(Settings.ROW).equals(Settings.CODEC) ? adapter() : null;
    root = pool.make(form(), 0).getClass();
  }

  /**
   * The classes of a codec's runner, or where the path is empty those of the ordinary class path.
   */
  static ClassLoader loader(String classPath) {
    ClassLoader ordinary = Subject.class.getClassLoader();
    return classPath.isEmpty() ? ordinary : new IsolatedLoader(classPath, ordinary);
  }

  /** That of this JVM, by the application's settings. */
  static Subject of(SparkConf conf) {
    synchronized (Subject.class) {
      if (made == null) {
        made = new Subject(conf);
      }
      return made;
    }
  }

  /** That of the application in which this thread works. */
  static Subject here() {
    Subject known = made;
    return known == null ? of(SparkEnv.get().conf()) : known;
  }

  Bench bench() {
    return bench;
  }

  ObjectPool pool() {
    return pool;
  }

  ClassLoader classes() {
    return classes;
  }

  /** The class of the objects. */
  Class<?> root() {
    return root;
  }

  /** A form of the objects, for one thread. */
  ObjectForm form() {
    ObjectForm plain = bench.plainForm();
    return first == null ? plain : first.form(plain);
  }

  /** What turns the objects into beans; only the classes of an application of Datasets have it. */
  Beans beans() {
    try {
      return (Beans)
          classes.loadClass("serbench.rendered.PlainBeans").getConstructor().newInstance();
    } catch (ReflectiveOperationException fault) {
      throw new Unsupported("The schema has no beans.");
    }
  }

  /**
   * An adapter, for one thread; libraries look for what they load in the codec's own class path.
   */
  Adapter adapter() {
    if (raw) {
      return new RawAdapter();
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(classes);
    try {
      return bench.adapter();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
