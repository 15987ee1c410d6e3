package serbench.spark;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;
import serbench.Bytes;
import serbench.BytesStream;

/** Makes streams; it holds no adapter, because Spark makes one for each task and block. */
final class CodecInstance extends SerializerInstance {
  @Override
  public <T> ByteBuffer serialize(T value, ClassTag<T> tag) {
    BytesStream stream = new BytesStream();
    new CodecOutput(stream).writeObject(value, tag);
    Bytes written = stream.bytes();
    return ByteBuffer.wrap(written.array, written.begin, written.size);
  }

  @Override
  public <T> T deserialize(ByteBuffer bytes, ClassTag<T> tag) {
    return deserialize(bytes, Subject.here().classes(), tag);
  }

  @Override
  public <T> T deserialize(ByteBuffer bytes, ClassLoader loader, ClassTag<T> tag) {
    byte[] array = new byte[bytes.remaining()];
    bytes.duplicate().get(array);
    return new CodecInput(new ByteArrayInputStream(array), loader).readObject(tag);
  }

  @Override
  public SerializationStream serializeStream(OutputStream out) {
    return new CodecOutput(out);
  }

  @Override
  public DeserializationStream deserializeStream(InputStream in) {
    return new CodecInput(in, Subject.here().classes());
  }
}
