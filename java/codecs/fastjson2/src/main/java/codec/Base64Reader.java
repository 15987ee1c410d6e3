package codec;

import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.reader.ObjectReader;
import java.lang.reflect.Type;
import java.util.Base64;

/**
 * Reads bytes from base64 text. The library's own reader (JSONReaderUTF8.readBase64 of 2.0.64)
 * refuses them when a backslash stands anywhere behind them in the document.
 */
final class Base64Reader implements ObjectReader<byte[]> {
  @Override
  public byte[] readObject(JSONReader in, Type type, Object name, long features) {
    return in.readIfNull() ? null : Base64.getDecoder().decode(in.readString());
  }
}
