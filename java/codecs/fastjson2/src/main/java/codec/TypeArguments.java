package codec;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;

/** What a generic field is made of. */
final class TypeArguments {
  private TypeArguments() {}

  /** The class at a position between the angle brackets of the field's type. */
  static Class<?> of(Field field, int position) {
    ParameterizedType type = (ParameterizedType) field.getGenericType();
    return (Class<?>) type.getActualTypeArguments()[position];
  }
}
