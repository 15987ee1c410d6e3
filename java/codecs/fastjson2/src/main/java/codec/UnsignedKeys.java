package codec;

import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.reader.ObjectReader;
import java.lang.reflect.Type;

/** Unsigned numbers as the keys of maps: read from their digits. */
final class UnsignedKeys {
  private UnsignedKeys() {}

  static Class<? extends ObjectReader<?>> reader(Class<?> type) {
    return type == Integer.class ? IntReader.class : LongReader.class;
  }

  static final class IntReader implements ObjectReader<Integer> {
    @Override
    public Integer readObject(JSONReader in, Type type, Object name, long features) {
      return Integer.parseUnsignedInt(in.readString());
    }
  }

  static final class LongReader implements ObjectReader<Long> {
    @Override
    public Long readObject(JSONReader in, Type type, Object name, long features) {
      return Long.parseUnsignedLong(in.readString());
    }
  }
}
