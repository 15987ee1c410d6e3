package codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;
import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.Bytes;
import serbench.BytesStream;
import serbench.Libraries;
import serbench.PlainTypes;
import serbench.Plan;

/**
 * Parquet files in memory, written and read by parquet-java's support for an application's own
 * objects.
 */
public final class Codec implements Adapter, AccessAdapter {
  private static final LongConsumer UNCOUNTED = read -> {};

  private final ParquetConfiguration configuration = new PlainParquetConfiguration();
  private final BytesStream stream = new BytesStream();

  public Codec(PlainTypes types) {}

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("org.apache.parquet", "parquet-hadoop");
  }

  @Override
  public Bytes encode(Object object) {
    stream.reset();
    try (ParquetWriter<Object> file =
        new RowWriting.Builder(new MemoryOutput(stream)).withConf(configuration).build()) {
      for (Object row : Rows.of(object)) {
        file.write(row);
      }
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return stream.bytes();
  }

  @Override
  public Object decode(Bytes message) {
    return Rows.object(read(message, Rows.SCHEMA, UNCOUNTED));
  }

  /** Reads the columns of a plan alone. */
  @Override
  public long access(Bytes message, Plan plan) {
    return Rows.touched(read(message, Rows.schema(plan), UNCOUNTED), plan);
  }

  @Override
  public OptionalLong bytesRead(Bytes message, Plan plan) {
    LongAdder counter = new LongAdder();
    read(message, Rows.schema(plan), counter::add);
    return OptionalLong.of(counter.sum());
  }

  /** The rows of a file, with the columns that are wanted. */
  private List<Object> read(Bytes message, MessageType wanted, LongConsumer counter) {
    List<Object> rows = new ArrayList<>();
    try (ParquetReader<Object> file =
        new RowReading.Builder(new MemoryInput(message, counter), configuration, wanted).build()) {
      for (Object row = file.read(); row != null; row = file.read()) {
        rows.add(row);
      }
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return rows;
  }
}
