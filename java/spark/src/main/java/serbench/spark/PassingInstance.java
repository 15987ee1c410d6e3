package serbench.spark;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;

/** Passes everything on to another instance. */
public class PassingInstance extends SerializerInstance {
  private final SerializerInstance inner;

  public PassingInstance(SerializerInstance inner) {
    this.inner = inner;
  }

  @Override
  public <T> ByteBuffer serialize(T value, ClassTag<T> tag) {
    return inner.serialize(value, tag);
  }

  @Override
  public <T> T deserialize(ByteBuffer bytes, ClassTag<T> tag) {
    return inner.deserialize(bytes, tag);
  }

  @Override
  public <T> T deserialize(ByteBuffer bytes, ClassLoader loader, ClassTag<T> tag) {
    return inner.deserialize(bytes, loader, tag);
  }

  @Override
  public SerializationStream serializeStream(OutputStream out) {
    return inner.serializeStream(out);
  }

  @Override
  public DeserializationStream deserializeStream(InputStream in) {
    return inner.deserializeStream(in);
  }
}
