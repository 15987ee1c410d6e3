package serbench.spark;

/** Turns plain objects into beans and back; rendered for each schema that can have beans. */
public interface Beans {
  Class<?> root();

  Object bean(Object plain);

  Object plain(Object bean);
}
