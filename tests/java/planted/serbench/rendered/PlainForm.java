package serbench.rendered;

import serbench.Bytes;
import serbench.ObjectForm;
import serbench.Plan;

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
  public long touched(Object object, Plan plan) {
    return ((byte[]) object)[0];
  }
}
