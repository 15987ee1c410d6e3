package serbench.values;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import serbench.Bytes;
import serbench.ObjectForm;

/**
 * One object and one message that hold one value after the other: a codec that remembers results by
 * the identity of what it was given hands out those of another value.
 */
public final class Place {
  private Object object;
  private final Bytes message = new Bytes();

  /** The object of this place, which holds now what {@code value} holds. */
  public Object lay(ObjectForm form, Object value) {
    Object fresh = form.read(form.write(value).copy());
    if (object instanceof byte[] image && image.length == ((byte[]) fresh).length) {
      System.arraycopy(fresh, 0, image, 0, image.length);
    } else if (object == null || object instanceof byte[]) {
      object = fresh;
    } else {
      copyFields(fresh, object);
    }
    return object;
  }

  /** The message of this place, which has these bytes now; in the same array where they fit. */
  public Bytes lay(Bytes bytes) {
    byte[] array = message.array.length == bytes.size ? message.array : new byte[bytes.size];
    System.arraycopy(bytes.array, bytes.begin, array, 0, bytes.size);
    return message.set(array, 0, bytes.size);
  }

  /** What an application's class has are public fields. */
  private static void copyFields(Object from, Object to) {
    try {
      for (Field field : from.getClass().getFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          field.set(to, field.get(from));
        }
      }
    } catch (IllegalAccessException fault) {
      throw new IllegalStateException(fault);
    }
  }
}
