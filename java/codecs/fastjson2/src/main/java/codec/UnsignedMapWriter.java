package codec;

import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.writer.ObjectWriter;
import java.lang.reflect.Type;
import java.util.Map;

/**
 * Writes a map whose keys or values are unsigned numbers. The library would ask a writer of ours
 * for its keys, but never for values of Integer and Long.
 */
abstract class UnsignedMapWriter implements ObjectWriter<Map<?, ?>> {
  private final boolean unsignedKey;
  private final boolean unsignedValue;

  private UnsignedMapWriter(boolean unsignedKey, boolean unsignedValue) {
    this.unsignedKey = unsignedKey;
    this.unsignedValue = unsignedValue;
  }

  /** The class, for the library makes the writer itself. */
  static Class<? extends UnsignedMapWriter> of(boolean unsignedKey, boolean unsignedValue) {
    if (unsignedKey) {
      return unsignedValue ? OfBoth.class : OfKeys.class;
    }
    return OfValues.class;
  }

  static final class OfKeys extends UnsignedMapWriter {
    OfKeys() {
      super(true, false);
    }
  }

  static final class OfValues extends UnsignedMapWriter {
    OfValues() {
      super(false, true);
    }
  }

  static final class OfBoth extends UnsignedMapWriter {
    OfBoth() {
      super(true, true);
    }
  }

  @Override
  public void write(JSONWriter out, Object map, Object name, Type type, long features) {
    out.startObject();
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
      out.writeName(unsignedKey ? UnsignedNumbers.text(entry.getKey()) : entry.getKey().toString());
      out.writeColon();
      Object value = entry.getValue();
      if (unsignedValue) {
        UnsignedNumbers.write(out, value);
      } else {
        out.getObjectWriter(value.getClass()).write(out, value, null, null, 0);
      }
    }
    out.endObject();
  }
}
