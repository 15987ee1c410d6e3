package codec;

import org.apache.parquet.io.DelegatingPositionOutputStream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import serbench.BytesStream;

/** A file that is a stream of bytes in memory. */
record MemoryOutput(BytesStream stream) implements OutputFile {
  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return new DelegatingPositionOutputStream(stream) {
      @Override
      public long getPos() {
        return stream.size();
      }
    };
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return create(blockSizeHint);
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }
}
