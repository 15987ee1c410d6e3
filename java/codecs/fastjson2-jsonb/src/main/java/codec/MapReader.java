package codec;

import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.reader.ObjectReader;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads a map whose keys are numbers or bools. The library writes them as texts, and its own reader
 * (ObjectReaderImplMapTyped.readJSONBObject of 2.0.64) leaves them so. There is one instance per
 * field.
 */
abstract class MapReader implements ObjectReader<Map<?, ?>> {
  private ObjectReader<?> values;

  private MapReader() {}

  /** The class for a type of keys: the library makes the reader itself. */
  static Class<? extends MapReader> of(Type key) {
    if (key == Integer.class) {
      return OfInts.class;
    }
    return key == Long.class ? OfLongs.class : OfBools.class;
  }

  abstract Object key(String text);

  static final class OfInts extends MapReader {
    @Override
    Object key(String text) {
      return Integer.valueOf(text);
    }
  }

  static final class OfLongs extends MapReader {
    @Override
    Object key(String text) {
      return Long.valueOf(text);
    }
  }

  static final class OfBools extends MapReader {
    @Override
    Object key(String text) {
      return Boolean.valueOf(text);
    }
  }

  @Override
  public Map<?, ?> readJSONBObject(JSONReader in, Type type, Object name, long features) {
    if (values == null) {
      values = in.getObjectReader(((ParameterizedType) type).getActualTypeArguments()[1]);
    }
    Map<Object, Object> map = new LinkedHashMap<>();
    in.nextIfObjectStart();
    while (!in.nextIfObjectEnd()) {
      Object key = key(in.readFieldName());
      map.put(key, values.readJSONBObject(in, null, key, features));
    }
    return map;
  }

  @Override
  public Map<?, ?> readObject(JSONReader in, Type type, Object name, long features) {
    return readJSONBObject(in, type, name, features);
  }
}
