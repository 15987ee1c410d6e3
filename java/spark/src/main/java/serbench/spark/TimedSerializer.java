package serbench.spark;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;

/**
 * The shell around every serializer that is measured, Spark's own too: it passes everything on and
 * times a sample of the records of streams.
 */
public final class TimedSerializer extends Serializer implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Serializer inner;

  public TimedSerializer(SparkConf conf) {
    inner = inner(conf);
  }

  /** The serializer that the settings name. */
  static Serializer inner(SparkConf conf) {
    String name = conf.get(Settings.SERIALIZER);
    try {
      return (Serializer)
          Class.forName(name, true, Thread.currentThread().getContextClassLoader())
              .getConstructor(SparkConf.class)
              .newInstance(conf);
    } catch (ReflectiveOperationException fault) {
      throw new IllegalArgumentException("There is no serializer " + name + ".", fault);
    }
  }

  @Override
  public Serializer setDefaultClassLoader(ClassLoader loader) {
    inner.setDefaultClassLoader(loader);
    return super.setDefaultClassLoader(loader);
  }

  @Override
  public boolean supportsRelocationOfSerializedObjects() {
    return inner.supportsRelocationOfSerializedObjects();
  }

  @Override
  public SerializerInstance newInstance() {
    return new PassingInstance(inner.newInstance()) {
      @Override
      public SerializationStream serializeStream(OutputStream out) {
        return new Output(super.serializeStream(out));
      }

      @Override
      public DeserializationStream deserializeStream(InputStream in) {
        return new Input(super.deserializeStream(in));
      }
    };
  }

  private static final class Output extends SerializationStream {
    private final SerializationStream inner;
    private final Meter.Records meter = new Meter.Records(Meter.mine().serialized());

    Output(SerializationStream inner) {
      this.inner = inner;
    }

    @Override
    public <T> SerializationStream writeObject(T value, ClassTag<T> tag) {
      meter.begin();
      inner.writeObject(value, tag);
      meter.end(value);
      return this;
    }

    @Override
    public <T> SerializationStream writeKey(T key, ClassTag<T> tag) {
      meter.begin();
      inner.writeKey(key, tag);
      meter.rest();
      return this;
    }

    @Override
    public <T> SerializationStream writeValue(T value, ClassTag<T> tag) {
      meter.begin();
      inner.writeValue(value, tag);
      meter.end(value);
      return this;
    }

    @Override
    public void flush() {
      inner.flush();
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  private static final class Input extends DeserializationStream {
    private final DeserializationStream inner;
    private final Meter.Records meter = new Meter.Records(Meter.mine().deserialized());

    Input(DeserializationStream inner) {
      this.inner = inner;
    }

    @Override
    public <T> T readObject(ClassTag<T> tag) {
      meter.begin();
      T value = inner.readObject(tag);
      meter.end(value);
      return value;
    }

    @Override
    public <T> T readKey(ClassTag<T> tag) {
      meter.begin();
      T key = inner.readKey(tag);
      meter.rest();
      return key;
    }

    @Override
    public <T> T readValue(ClassTag<T> tag) {
      meter.begin();
      T value = inner.readValue(tag);
      meter.end(value);
      return value;
    }

    @Override
    public void close() {
      inner.close();
    }
  }
}
