package serbench.experiments.sort;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import serbench.Bytes;
import serbench.experiments.store.ReadBuffer;
import serbench.experiments.store.ReadPlan;
import serbench.experiments.store.StoreFile;
import serbench.experiments.store.StoreReader;
import serbench.timing.Jvm;
import serbench.timing.Sink;

/**
 * What objects take in the heap, measured with the first ones of a store: the warm-up reads there
 * as well, so a store that is not in the page cache stays out of it otherwise.
 */
final class HeapSample {
  private static final int MOST_RECORDS = 1000;
  private static final long MOST_BYTES = 8 << 20;
  private static final int SMALLEST_OBJECT_BYTES = 16;

  /** Results are multiples of 1 ÷ this, so that the size of chunks does not follow the noise. */
  private static final int STEPS = 16;

  private HeapSample() {}

  /**
   * The bytes of the heap that objects take for each byte of their messages.
   *
   * @param end the position in the data file where the share of the first thread ends
   */
  static double heapPerByte(SortedCodec codec, StoreReader reader, RecordIndex index, int end) {
    int records = records(end, index::sizeAt);
    int[] numbers = IntStream.range(0, records).map(index::numberAt).toArray();
    Bytes[] messages = messages(numbers, reader, index);
    // The first objects of a codec may bring what it keeps, and so may the first look at the heap.
    Sink.take(decoded(codec, messages, numbers));
    Sink.clear();
    Jvm.collectedHeapBytes();
    long before = Jvm.collectedHeapBytes();
    Object[] objects = decoded(codec, messages, numbers);
    long held = Jvm.collectedHeapBytes() - before;
    Sink.take(objects);
    Sink.clear();
    long bytes = Arrays.stream(messages).mapToLong(message -> message.size).sum();
    double least = Math.max(held, (long) SMALLEST_OBJECT_BYTES * objects.length);
    return Math.ceil(STEPS * least / Math.max(1, bytes)) / STEPS;
  }

  private static Object[] decoded(SortedCodec codec, Bytes[] messages, int[] numbers) {
    Object[] objects = new Object[messages.length];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = codec.decode(messages[i], numbers[i]);
    }
    return objects;
  }

  private static Bytes[] messages(int[] numbers, StoreReader reader, RecordIndex index) {
    StoreFile.Extent[] extents =
        Arrays.stream(numbers).mapToObj(index::extent).toArray(StoreFile.Extent[]::new);
    ReadBuffer buffer = new ReadBuffer(reader);
    ReadPlan plan = buffer.plan(extents);
    buffer.read(plan);
    Bytes[] messages = new Bytes[extents.length];
    for (int i = 0; i < messages.length; i++) {
      byte[] message = new byte[extents[i].bytes()];
      buffer.page().get(plan.places()[i], message);
      messages[i] = Bytes.of(message);
    }
    return messages;
  }

  /**
   * How many records before {@code end} are tried: the first one, and others while their bytes are
   * not too many.
   *
   * @param sizes of the messages, by their positions
   */
  static int records(int end, IntUnaryOperator sizes) {
    int most = Math.min(end, MOST_RECORDS);
    int records = 0;
    long bytes = 0;
    while (records < most) {
      bytes += sizes.applyAsInt(records);
      if (records > 0 && bytes > MOST_BYTES) {
        break;
      }
      records++;
    }
    return records;
  }
}
