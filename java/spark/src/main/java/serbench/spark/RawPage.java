package serbench.spark;

import java.util.Arrays;
import java.util.Map;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Libraries;
import serbench.ObjectForm;
import serbench.Plan;

/** The row of raw bytes: an object is the array of its corpus bytes, and decoding copies it. */
final class RawAdapter implements Adapter {
  private final Bytes encoded = new Bytes();

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofJdk();
  }

  @Override
  public ObjectForm form(ObjectForm plain) {
    return new RawForm(plain);
  }

  @Override
  public Bytes encode(Object object) {
    byte[] image = (byte[]) object;
    return encoded.set(image, 0, image.length);
  }

  @Override
  public Object decode(Bytes message) {
    return Arrays.copyOfRange(message.array, message.begin, message.begin + message.size);
  }

  /** To read a field would mean to make the object, so that a touch takes the length. */
  private record RawForm(ObjectForm plain) implements ObjectForm {
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
      return ((byte[]) object).length;
    }
  }
}
