package serbench.rendered;

import java.util.List;
import serbench.PlainTypes;

/** Objects are arrays of bytes. */
public final class PlainClasses implements PlainTypes {
  @Override
  public Class<?> root() {
    return byte[].class;
  }

  @Override
  public List<Class<?>> all() {
    return List.of(byte[].class);
  }

  @Override
  public void clear(Object object) {}
}
