package codec;

import java.util.Arrays;
import java.util.Map;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Libraries;
import serbench.ObjectForm;
import serbench.PlainTypes;
import serbench.Plan;

/** The floor: the object is the array of its corpus bytes, and encode and decode copy it. */
public final class Codec implements Adapter {
  private final Bytes encoded = new Bytes();
  private byte[] buffer = new byte[0];

  public Codec(PlainTypes types) {}

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofJdk();
  }

  @Override
  public ObjectForm form(ObjectForm plain) {
    return new Image(plain);
  }

  @Override
  public Bytes encode(Object object) {
    byte[] image = (byte[]) object;
    if (buffer.length < image.length) {
      buffer = new byte[image.length];
    }
    System.arraycopy(image, 0, buffer, 0, image.length);
    return encoded.set(buffer, 0, image.length);
  }

  @Override
  public Object decode(Bytes message) {
    return Arrays.copyOfRange(message.array, message.begin, message.begin + message.size);
  }

  /** Objects as arrays; what they hold is only looked into where it is proved. */
  private record Image(ObjectForm plain) implements ObjectForm {
    @Override
    public Object read(Bytes bytes) {
      // The plain form refuses what is no object of the schema.
      return plain.write(plain.read(bytes)).copy().array;
    }

    @Override
    public Bytes write(Object object) {
      return Bytes.of((byte[]) object);
    }

    @Override
    public long touched(Object object, Plan plan) {
      return plain.touched(plain.read(write(object)), plan);
    }
  }
}
