package codec;

import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.writer.ObjectWriter;
import java.lang.reflect.Type;
import java.util.List;

/**
 * Writes a list of enums. The library's own writer (ObjectWriterImplListEnum of 2.0.64) takes them
 * for strings and fails; it stands in classes of few fields.
 */
final class EnumListWriter implements ObjectWriter<List<?>> {
  @Override
  public void write(JSONWriter out, Object list, Object name, Type type, long features) {
    out.startArray();
    boolean first = true;
    for (Object value : (List<?>) list) {
      if (!first) {
        out.writeComma();
      }
      first = false;
      out.getObjectWriter(value.getClass()).write(out, value, null, null, 0);
    }
    out.endArray();
  }
}
