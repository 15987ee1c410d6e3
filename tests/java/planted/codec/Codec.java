package codec;

import java.lang.reflect.Field;
import java.util.Map;
import serbench.AccessAdapter;
import serbench.Bytes;
import serbench.Malformed;
import serbench.MessageAdapter;
import serbench.PlainTypes;
import serbench.Plan;
import sun.misc.Unsafe;

/** A page with a fault for each first byte of a message; the object is the message's bytes. */
public final class Codec implements MessageAdapter, AccessAdapter {
  private boolean poisoned;
  private Object kept;

  public Codec(PlainTypes types) {}

  @Override
  public Map<String, String> libraries() {
    return Map.of();
  }

  @Override
  public Object build(Object object) {
    return object;
  }

  @Override
  public Bytes serialize(Object message) {
    return Bytes.of((byte[]) message);
  }

  @Override
  public Object deserialize(Bytes message) {
    if (message.size == 0 || poisoned) {
      throw new Malformed("There is\nnothing.");
    }
    switch (message.array[message.begin]) {
      case 'b' -> kept = new byte[1 << 30];
      case 'a' -> kept = new byte[10 << 20];
      case 'n' -> kept.hashCode();
      case 'i' -> kept = message.array[message.begin + message.size];
      case 'r' -> recurse(1);
      case 'l' -> loop();
      case 's' -> poisoned = true;
      case 'c' -> crash();
      default -> {}
    }
    kept = null;
    return message.copy().array;
  }

  @Override
  public Object extract(Object opened) {
    byte[] bytes = (byte[]) opened;
    if (bytes[0] == '?') {
      throw new Malformed("It is not wh\u00f6le.");
    }
    return bytes[0] == '0' ? null : bytes;
  }

  @Override
  public long access(Bytes message, Plan plan) {
    // Some libraries work in the array that they are given.
    if (message.size != 0) {
      message.array[message.begin]++;
    }
    return message.size == 0 ? 0 : message.array[message.begin];
  }

  private static int recurse(int depth) {
    return recurse(depth + 1) + 1;
  }

  /** Reads where nothing is. */
  private static void crash() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      ((Unsafe) field.get(null)).getByte(0L);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void loop() {
    while (!poisoned) {
      Thread.onSpinWait();
    }
  }
}
