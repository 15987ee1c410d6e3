package serbench.experiments.sort;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** One thread, which makes chunks of a share of the records, and merges. */
final class SortThread {
  private final Setting setting;
  private final SortedCodec codec;
  private final Tally tally;
  private final RecordOutput output;

  /** The codec counts in the same tally. */
  SortThread(Setting setting, SortedCodec codec, Tally tally) {
    this.setting = setting;
    this.codec = codec;
    this.tally = tally;
    boolean encodes = setting.mode() == Mode.OBJECTS;
    output = new RecordOutput(codec, encodes, setting.budget(), tally);
  }

  Tally tally() {
    return tally;
  }

  /** Repeats all that is done with the first block of a chunk but writing it. */
  void warmUp(Budget.Range chunk, long warmupNs) {
    int end = setting.budget().blockEnd(chunk.begin(), chunk.end(), setting.index()::sizeAt);
    Budget.Range block = new Budget.Range(chunk.begin(), end);
    ChunkMaking making = new ChunkMaking(setting, codec, tally, List.of(block));
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < warmupNs) {
      making.fill(block);
      making.sort();
      making.write(output, new Nowhere());
      making.free();
    }
    tally.clear();
  }

  /** Makes these chunks, which are at least one. */
  List<Chunk> makeChunks(List<Budget.Range> ranges, HeapWatch heap) {
    ChunkMaking making = filledFirst(ranges, heap);
    List<Chunk> chunks = new ArrayList<>();
    for (Budget.Range range : ranges) {
      if (!chunks.isEmpty()) {
        making.fill(range);
      }
      making.sort();
      Chunk chunk = setting.scratch().chunk(0);
      making.write(output, chunk);
      tally.chunks.timed(Step.FSYNC, chunk::sync);
      making.free();
      chunks.add(chunk);
    }
    return chunks;
  }

  /** Sorts all records in memory. */
  void sortWhole(Budget.Range range, SortedStore store, HeapWatch heap) {
    ChunkMaking making = filledFirst(List.of(range), heap);
    making.sort();
    making.write(output, store);
    completeChunk(store);
    making.free();
  }

  /** Completes the store that a single chunk has been written to. */
  void completeChunk(SortedStore store) {
    store.finish();
    tally.chunks.timed(Step.FSYNC, store::sync);
  }

  /** Merges chunks to another. */
  Chunk merged(List<Chunk> chunks) {
    int merges = 1 + chunks.stream().mapToInt(Chunk::merges).max().orElse(0);
    Chunk chunk = setting.scratch().chunk(merges);
    Merging merging = new Merging(setting, codec, tally, chunks);
    merging.begin();
    merging.write(output, chunk);
    tally.merges.timed(Step.FSYNC, chunk::sync);
    return chunk;
  }

  /** Merges the last chunks. */
  void mergeWhole(List<Chunk> chunks, SortedStore store, HeapWatch heap) {
    Merging merging = new Merging(setting, codec, tally, chunks);
    merging.begin();
    heap.look();
    merging.write(output, store);
    store.finish();
    tally.merges.timed(Step.FSYNC, store::sync);
  }

  /** What makes these chunks, with the first of them in memory. */
  private ChunkMaking filledFirst(List<Budget.Range> ranges, HeapWatch heap) {
    boolean filled = false;
    try {
      ChunkMaking making = new ChunkMaking(setting, codec, tally, ranges);
      making.fill(ranges.get(0));
      filled = true;
      heap.filled();
      return making;
    } finally {
      if (!filled) {
        heap.gaveUp();
      }
    }
  }

  /** Takes what the warm-up would write. */
  private static final class Nowhere implements Destination {
    @Override
    public int headerBytes() {
      return Chunk.HEADER_BYTES;
    }

    @Override
    public boolean throughPageCache() {
      return false;
    }

    @Override
    public void write(ByteBuffer block, int records) {}

    @Override
    public void note(int number, int place, int size) {}

    @Override
    public void sync() {}
  }
}
