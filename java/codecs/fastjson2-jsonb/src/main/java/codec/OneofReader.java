package codec;

import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.annotation.JSONField;
import com.alibaba.fastjson2.reader.ObjectReader;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads a sealed interface whose classes have one field each: the name of the object's one member
 * tells which class it is.
 */
final class OneofReader implements ObjectReader<Object> {
  private final Map<String, Class<?>> cases = new HashMap<>();

  OneofReader(Class<?> oneof) {
    for (Class<?> permitted : oneof.getPermittedSubclasses()) {
      cases.put(permitted.getFields()[0].getAnnotation(JSONField.class).name(), permitted);
    }
  }

  @Override
  public Object readJSONBObject(JSONReader in, Type type, Object name, long features) {
    if (in.nextIfNull()) {
      return null;
    }
    Object found = null;
    in.nextIfObjectStart();
    while (!in.nextIfObjectEnd()) {
      String member = in.readFieldName();
      Class<?> ofCase = cases.get(member);
      if (ofCase == null) {
        in.skipValue();
        continue;
      }
      found = readCase(in, ofCase, member, features);
    }
    return found;
  }

  @Override
  public Object readObject(JSONReader in, Type type, Object name, long features) {
    return readJSONBObject(in, type, name, features);
  }

  private static <T> T readCase(JSONReader in, Class<T> ofCase, String member, long features) {
    ObjectReader<T> reader = in.getObjectReader(ofCase);
    T found = reader.createInstance(features);
    reader.getFieldReader(member).readFieldValue(in, found);
    return found;
  }
}
