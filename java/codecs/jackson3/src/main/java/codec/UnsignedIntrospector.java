package codec;

import tools.jackson.core.Version;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

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
  public Object findSerializer(MapperConfig<?> config, Annotated field) {
    return marksValue(field) ? UnsignedNumbers.serializer(field.getRawType()) : null;
  }

  @Override
  public Object findContentSerializer(MapperConfig<?> config, Annotated field) {
    return marksContent(field)
        ? UnsignedNumbers.serializer(field.getType().getContentType().getRawClass())
        : null;
  }

  @Override
  public Object findKeySerializer(MapperConfig<?> config, Annotated field) {
    return marksKey(field) ? new UnsignedKeys.Writer() : null;
  }

  @Override
  public Object findDeserializer(MapperConfig<?> config, Annotated field) {
    return marksValue(field) ? UnsignedNumbers.deserializer(field.getRawType()) : null;
  }

  @Override
  public Object findContentDeserializer(MapperConfig<?> config, Annotated field) {
    return marksContent(field)
        ? UnsignedNumbers.deserializer(field.getType().getContentType().getRawClass())
        : null;
  }

  @Override
  public Object findKeyDeserializer(MapperConfig<?> config, Annotated field) {
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
