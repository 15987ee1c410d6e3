package serbench.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.apache.spark.serializer.DeserializationStream;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import serbench.ObjectForm;
import serbench.values.Digest;

/**
 * Spark's contract for serializers whose records it may move as bytes: written one after the other
 * and exchanged, they are read in the other order.
 */
final class Relocation {
  private static final ClassTag<Object> ANY = ClassTag$.MODULE$.Object();

  private Relocation() {}

  /** Whether a serializer keeps the contract for the first two objects of the pool. */
  static boolean isKept(Serializer serializer, Subject subject) {
    ObjectForm form = subject.form();
    Object a = subject.pool().make(form, 0);
    Object b = subject.pool().make(form, 1);
    SerializerInstance instance = serializer.newInstance();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SerializationStream out = instance.serializeStream(bytes);
    out.writeObject(a, ANY);
    out.flush();
    int middle = bytes.size();
    out.writeObject(b, ANY);
    out.flush();
    byte[] written = bytes.toByteArray();
    out.close();
    byte[] exchanged = new byte[written.length];
    System.arraycopy(written, middle, exchanged, 0, written.length - middle);
    System.arraycopy(written, 0, exchanged, written.length - middle, middle);
    return reads(instance, exchanged, form, b, a);
  }

  private static boolean reads(
      SerializerInstance instance, byte[] bytes, ObjectForm form, Object... expected) {
    try (DeserializationStream in = instance.deserializeStream(new ByteArrayInputStream(bytes))) {
      for (Object object : expected) {
        long digest = Digest.of(form, in.readObject(ANY));
        if (digest != Digest.of(form, object)) {
          return false;
        }
      }
      return true;
    } catch (Exception fault) {
      // Spark's streams throw checked exceptions that they do not declare.
      return false;
    }
  }
}
