package codec;

import com.alibaba.fastjson2.codec.FieldInfo;
import com.alibaba.fastjson2.modules.ObjectReaderModule;
import com.alibaba.fastjson2.reader.ObjectReader;
import com.alibaba.fastjson2.reader.ObjectReaderProvider;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.util.Map;

/** Tells fastjson2 how bytes, sealed interfaces and fields marked as unsigned are read. */
final class ReadingModule implements ObjectReaderModule {
  @Override
  @SuppressWarnings("rawtypes")
  public void getFieldInfo(FieldInfo info, Class type, Field field) {
    if (field.isAnnotationPresent(Unsigned.class)) {
      if (Map.class.isAssignableFrom(field.getType())) {
        info.valueUsing = UnsignedNumbers.reader(TypeArguments.of(field, 1));
      } else {
        info.readUsing = UnsignedNumbers.reader(field.getType());
      }
    }
    if (field.isAnnotationPresent(UnsignedKey.class)) {
      info.keyUsing = UnsignedKeys.reader(TypeArguments.of(field, 0));
    }
  }

  @Override
  public ObjectReader<?> getObjectReader(ObjectReaderProvider provider, Type type) {
    if (type == byte[].class) {
      return new Base64Reader();
    }
    return type instanceof Class<?> sealed && sealed.isSealed() ? new OneofReader(sealed) : null;
  }
}
