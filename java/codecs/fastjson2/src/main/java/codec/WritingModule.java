package codec;

import com.alibaba.fastjson2.codec.BeanInfo;
import com.alibaba.fastjson2.codec.FieldInfo;
import com.alibaba.fastjson2.modules.ObjectWriterAnnotationProcessor;
import com.alibaba.fastjson2.modules.ObjectWriterModule;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;

/** Tells fastjson2 how fields marked as unsigned and lists of enums are written. */
final class WritingModule implements ObjectWriterModule, ObjectWriterAnnotationProcessor {
  @Override
  public ObjectWriterAnnotationProcessor getAnnotationProcessor() {
    return this;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public void getFieldInfo(BeanInfo bean, FieldInfo info, Class type, Field field) {
    boolean unsigned = field.isAnnotationPresent(Unsigned.class);
    boolean unsignedKey = field.isAnnotationPresent(UnsignedKey.class);
    if (Map.class.isAssignableFrom(field.getType())) {
      if (unsigned || unsignedKey) {
        info.writeUsing = UnsignedMapWriter.of(unsignedKey, unsigned);
      }
    } else if (unsigned) {
      info.writeUsing = UnsignedNumbers.writer(field.getType());
    } else if (List.class.isAssignableFrom(field.getType())
        && TypeArguments.of(field, 0).isEnum()) {
      info.writeUsing = EnumListWriter.class;
    }
  }
}
