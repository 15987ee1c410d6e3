package serbench;

import java.util.List;

/** The plain classes of the workload. */
public interface PlainTypes {
  /** The class of a whole object. */
  Class<?> root();

  /** All plain classes in an order that the schema alone decides. */
  List<Class<?>> all();

  /** Makes a used whole object like a fresh one; its lists and maps keep their room. */
  void clear(Object object);
}
