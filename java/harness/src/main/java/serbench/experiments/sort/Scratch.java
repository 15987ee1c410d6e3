package serbench.experiments.sort;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;

/** The folder of the chunks. Threads may share it. */
final class Scratch implements Closeable {
  private final String folder;
  private final boolean direct;
  private final List<Chunk> chunks = new ArrayList<>();

  Scratch(String folder, boolean direct) {
    this.folder = folder;
    this.direct = direct;
  }

  /** A new chunk, whose records have been merged so often. */
  synchronized Chunk chunk(int merges) {
    Chunk chunk = new Chunk(folder + "/chunk-" + chunks.size(), direct, merges);
    chunks.add(chunk);
    return chunk;
  }

  /** Gives back what the disk holds of all chunks, also of those that are closed already. */
  @Override
  public void close() {
    chunks.forEach(Chunk::close);
  }
}
