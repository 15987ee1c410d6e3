package codec;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;

/** Makes plain objects of the columns that are wanted. */
final class RowReading extends ReadSupport<Object> {
  private final MessageType wanted;

  private RowReading(MessageType wanted) {
    this.wanted = wanted;
  }

  @Override
  public ReadContext init(InitContext file) {
    return new ReadContext(Schemas.found(file.getFileSchema(), wanted));
  }

  @Override
  public RecordMaterializer<Object> prepareForRead(
      Configuration hadoop, Map<String, String> metadata, MessageType file, ReadContext context) {
    return new Materializer(context.getRequestedSchema());
  }

  @Override
  public RecordMaterializer<Object> prepareForRead(
      ParquetConfiguration configuration,
      Map<String, String> metadata,
      MessageType file,
      ReadContext context) {
    return new Materializer(context.getRequestedSchema());
  }

  private static final class Materializer extends RecordMaterializer<Object> {
    private final GroupConverter root;
    private Object row;

    Materializer(MessageType read) {
      root = Rows.converter(read, made -> row = made);
    }

    @Override
    public Object getCurrentRecord() {
      return row;
    }

    @Override
    public GroupConverter getRootConverter() {
      return root;
    }
  }

  /** Makes readers that read so. */
  static final class Builder extends ParquetReader.Builder<Object> {
    private final MessageType wanted;

    Builder(InputFile file, ParquetConfiguration configuration, MessageType wanted) {
      super(file, configuration);
      this.wanted = wanted;
    }

    @Override
    protected ReadSupport<Object> getReadSupport() {
      return new RowReading(wanted);
    }
  }
}
