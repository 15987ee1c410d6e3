package codec;

import com.alibaba.fastjson2.codec.FieldInfo;
import com.alibaba.fastjson2.modules.ObjectReaderModule;
import com.alibaba.fastjson2.reader.ObjectReader;
import com.alibaba.fastjson2.reader.ObjectReaderProvider;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Map;

/** Tells fastjson2 how sealed interfaces and maps without text keys are read. */
final class ReadingModule implements ObjectReaderModule {
  @Override
  @SuppressWarnings("rawtypes")
  public void getFieldInfo(FieldInfo info, Class type, Field field) {
    if (Map.class.isAssignableFrom(field.getType())) {
      ParameterizedType map = (ParameterizedType) field.getGenericType();
      Type key = map.getActualTypeArguments()[0];
      if (key != String.class) {
        info.readUsing = MapReader.of(key);
      }
    }
  }

  @Override
  public ObjectReader<?> getObjectReader(ObjectReaderProvider provider, Type type) {
    return type instanceof Class<?> sealed && sealed.isSealed() ? new OneofReader(sealed) : null;
  }
}
