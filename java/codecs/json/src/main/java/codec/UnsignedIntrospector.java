package codec;

import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;

/**
 * Tells Jackson how fields marked as unsigned are written and read: Java holds their bits in signed
 * types, which say nothing of it.
 */
final class UnsignedIntrospector extends NopAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public Object findSerializer(Annotated field) {
    return marksValue(field) ? UnsignedNumbers.serializer(field.getRawType()) : null;
  }

  @Override
  public Object findContentSerializer(Annotated field) {
    return marksContent(field)
        ? UnsignedNumbers.serializer(field.getType().getContentType().getRawClass())
        : null;
  }

  @Override
  public Object findKeySerializer(Annotated field) {
    return marksKey(field) ? new UnsignedKeys.Writer() : null;
  }

  @Override
  public Object findDeserializer(Annotated field) {
    return marksValue(field) ? UnsignedNumbers.deserializer(field.getRawType()) : null;
  }

  @Override
  public Object findContentDeserializer(Annotated field) {
    return marksContent(field)
        ? UnsignedNumbers.deserializer(field.getType().getContentType().getRawClass())
        : null;
  }

  @Override
  public Object findKeyDeserializer(Annotated field) {
    JavaType key = marksKey(field) ? field.getType().getKeyType() : null;
    return key == null ? null : UnsignedKeys.reader(key.getRawClass());
  }

  private static boolean marksValue(Annotated field) {
    return field.hasAnnotation(Unsigned.class) && !field.getType().isMapLikeType();
  }

  private static boolean marksContent(Annotated field) {
    return field.hasAnnotation(Unsigned.class) && field.getType().isMapLikeType();
  }

  private static boolean marksKey(Annotated field) {
    return field.hasAnnotation(UnsignedKey.class);
  }
}
