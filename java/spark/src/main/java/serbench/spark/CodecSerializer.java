package serbench.spark;

import java.io.Serializable;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;

/**
 * A codec as Spark's serializer. Records are self-contained, so that Spark may move their bytes, if
 * the codec passed {@link Relocation}.
 */
public final class CodecSerializer extends Serializer implements Serializable {
  private static final long serialVersionUID = 1L;

  private final boolean relocatable;

  public CodecSerializer(SparkConf conf) {
    relocatable = conf.getBoolean(Settings.RELOCATABLE, true);
  }

  @Override
  public SerializerInstance newInstance() {
    return new CodecInstance();
  }

  @Override
  public boolean supportsRelocationOfSerializedObjects() {
    return relocatable;
  }
}
