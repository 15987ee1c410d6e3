package codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.Bytes;
import serbench.BytesStream;
import serbench.Libraries;
import serbench.Malformed;
import serbench.PlainTypes;
import serbench.Plan;

/** Record batches of Apache Arrow in streams; the vectors that are written are used again. */
public final class Codec implements Adapter, AccessAdapter {
  /** Rows for which vectors have room at first; they grow with the largest message. */
  private static final int FIRST_ROWS = 16;

  private final BufferAllocator allocator = new RootAllocator();
  private final BytesStream stream = new BytesStream();
  private final VectorSchemaRoot batch;
  private final Columns columns;

  public Codec(PlainTypes types) {
    batch = VectorSchemaRoot.create(Columns.SCHEMA, allocator);
    for (FieldVector vector : batch.getFieldVectors()) {
      vector.setInitialCapacity(FIRST_ROWS);
      vector.allocateNew();
    }
    columns = new Columns(batch);
  }

  @Override
  public Map<String, String> libraries() {
    return Libraries.ofMaven("org.apache.arrow", "arrow-vector");
  }

  @Override
  public Bytes encode(Object object) {
    batch.getFieldVectors().forEach(FieldVector::reset);
    batch.setRowCount(columns.setRows(object));
    stream.reset();
    try (ArrowStreamWriter writer = new ArrowStreamWriter(batch, null, stream)) {
      writer.start();
      writer.writeBatch();
      writer.end();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return stream.bytes();
  }

  @Override
  public Object decode(Bytes message) {
    return read(message, table -> new Columns(table).object(table.getRowCount()));
  }

  /** Reads the columns of a plan where they lie in the batch. */
  @Override
  public long access(Bytes message, Plan plan) {
    return read(message, table -> new Columns(table).touch(table.getRowCount(), plan));
  }

  /** A stream is copied whole. */
  @Override
  public OptionalLong bytesRead(Bytes message, Plan plan) {
    return OptionalLong.of(message.size);
  }

  /** What a function makes of the only batch of a stream, whose memory is freed behind it. */
  private <T> T read(Bytes message, Function<VectorSchemaRoot, T> take) {
    ByteArrayInputStream bytes =
        new ByteArrayInputStream(message.array, message.begin, message.size);
    try (ArrowStreamReader reader = new ArrowStreamReader(bytes, allocator)) {
      if (!reader.loadNextBatch()) {
        throw new Malformed("The message has no batch.");
      }
      T taken = take.apply(reader.getVectorSchemaRoot());
      if (reader.loadNextBatch()) {
        throw new Malformed("The message has more than one batch.");
      }
      return taken;
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
