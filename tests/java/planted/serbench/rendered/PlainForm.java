package serbench.rendered;

import serbench.Bytes;
import serbench.ObjectForm;

/** An array of bytes is its own canonical bytes. */
public final class PlainForm implements ObjectForm {
  @Override
  public Object read(Bytes bytes) {
    return bytes.copy().array;
  }

  @Override
  public Bytes write(Object object) {
    return Bytes.of((byte[]) object);
  }

  @Override
  public long touchOne(Object object) {
    return touchAll(object);
  }

  @Override
  public long touchTenth(Object object) {
    return touchAll(object);
  }

  @Override
  public long touchAll(Object object) {
    return ((byte[]) object)[0];
  }
}
