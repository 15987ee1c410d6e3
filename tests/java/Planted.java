package serbench.planted;

import java.io.OutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;
import serbench.spark.PassingInstance;

/** Spark's JavaSerializer with a fault at one record of each long stream. */
public abstract class Planted extends Serializer implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int FAULTY = 20;

  private final JavaSerializer inner;

  Planted(SparkConf conf) {
    inner = new JavaSerializer(conf);
  }

  abstract void write(SerializationStream out, Object key, Object value, ClassTag<Object> tag);

  static void pair(SerializationStream out, Object key, Object value, ClassTag<Object> tag) {
    out.writeKey(key, tag);
    out.writeValue(value, tag);
  }

  /** Leaves a record out. */
  public static final class Dropping extends Planted {
    private static final long serialVersionUID = 1L;

    public Dropping(SparkConf conf) {
      super(conf);
    }

    @Override
    void write(SerializationStream out, Object key, Object value, ClassTag<Object> tag) {}
  }

  /** Writes a record twice. */
  public static final class Repeating extends Planted {
    private static final long serialVersionUID = 1L;

    public Repeating(SparkConf conf) {
      super(conf);
    }

    @Override
    void write(SerializationStream out, Object key, Object value, ClassTag<Object> tag) {
      pair(out, key, value, tag);
      pair(out, key, value, tag);
    }
  }

  /** Writes another value of a field. */
  public static final class Altering extends Planted {
    private static final long serialVersionUID = 1L;

    public Altering(SparkConf conf) {
      super(conf);
    }

    @Override
    void write(SerializationStream out, Object key, Object value, ClassTag<Object> tag) {
      try {
        for (Field field : value.getClass().getFields()) {
          if (field.getType() == long.class
              && !java.lang.reflect.Modifier.isStatic(field.getModifiers())) {
            long right = field.getLong(value);
            field.setLong(value, right + 1);
            pair(out, key, value, tag);
            field.setLong(value, right);
            return;
          }
        }
      } catch (IllegalAccessException fault) {
        throw new IllegalStateException(fault);
      }
      throw new IllegalStateException("There is no number to alter.");
    }
  }

  @Override
  public SerializerInstance newInstance() {
    return new PassingInstance(inner.newInstance()) {
      @Override
      public SerializationStream serializeStream(OutputStream out) {
        return new Output(super.serializeStream(out));
      }
    };
  }

  private final class Output extends SerializationStream {
    private final SerializationStream out;
    private int records;
    private Object key;

    Output(SerializationStream out) {
      this.out = out;
    }

    @Override
    public <T> SerializationStream writeKey(T value, ClassTag<T> tag) {
      key = value;
      return this;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> SerializationStream writeValue(T value, ClassTag<T> tag) {
      if (records++ == FAULTY) {
        write(out, key, value, (ClassTag<Object>) tag);
      } else {
        pair(out, key, value, (ClassTag<Object>) tag);
      }
      return this;
    }

    @Override
    public <T> SerializationStream writeObject(T value, ClassTag<T> tag) {
      out.writeObject(value, tag);
      return this;
    }

    @Override
    public void flush() {
      out.flush();
    }

    @Override
    public void close() {
      out.close();
    }
  }
}
