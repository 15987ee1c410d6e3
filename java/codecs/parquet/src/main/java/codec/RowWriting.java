package codec;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;

/** Writes plain objects as the events of a record. */
final class RowWriting extends WriteSupport<Object> {
  private RecordConsumer to;

  @Override
  public WriteContext init(Configuration hadoop) {
    return init((ParquetConfiguration) null);
  }

  @Override
  public WriteContext init(ParquetConfiguration configuration) {
    return new WriteContext(Rows.SCHEMA, Map.of());
  }

  @Override
  public void prepareForWrite(RecordConsumer consumer) {
    to = consumer;
  }

  @Override
  public void write(Object row) {
    to.startMessage();
    Rows.write(row, to);
    to.endMessage();
  }

  /** Makes writers that write so. */
  static final class Builder extends ParquetWriter.Builder<Object, Builder> {
    Builder(OutputFile file) {
      super(file);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<Object> getWriteSupport(Configuration hadoop) {
      return new RowWriting();
    }

    @Override
    protected WriteSupport<Object> getWriteSupport(ParquetConfiguration configuration) {
      return new RowWriting();
    }
  }
}
