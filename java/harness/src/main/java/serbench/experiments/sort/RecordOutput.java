package serbench.experiments.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import serbench.Bytes;
import serbench.experiments.store.StagedMessages;
import serbench.experiments.store.StoreFile;
import serbench.timing.Phases;

/**
 * Writes records by blocks, for one thread. What is written one after the other shares its memory.
 */
final class RecordOutput {
  private static final byte[] ZEROS = new byte[StoreFile.PAGE_BYTES];

  private final SortedCodec codec;
  private final boolean encodes;
  private final int granule;
  private final int mostBytes;
  private final Tally tally;
  private final StagedMessages staged = new StagedMessages();
  private final Bytes view = new Bytes();
  private final int[] numbers = new int[Budget.RECORDS_A_BLOCK];
  private final int[] places = new int[numbers.length];
  private final int[] sizes = new int[numbers.length];
  private ByteBuffer page;
  private int count;
  private Destination destination;
  private int headerBytes;
  private Phases<Step> phases;
  private long unsyncedBytes;
  private int next;

  RecordOutput(SortedCodec codec, boolean encodes, Budget budget, Tally tally) {
    this.codec = codec;
    this.encodes = encodes;
    granule = budget.granule();
    mostBytes = budget.blockBytes();
    this.tally = tally;
    page = memory(mostBytes);
  }

  void begin(Destination to, Phases<Step> times) {
    destination = to;
    headerBytes = to.headerBytes();
    phases = times;
    unsyncedBytes = 0;
    empty();
  }

  /** Writes the records from {@code begin} to {@code end} of a sequence. */
  void add(Sequence sequence, int begin, int end) {
    if (encodes) {
      phases.timed(Step.ENCODE, () -> encode(sequence, begin, end));
    }
    next = begin;
    while (next < end) {
      phases.timed(Step.COPY, () -> copy(sequence, begin, end));
      if (next < end) {
        flush();
      }
    }
  }

  /** Writes the block, if it has any record. */
  void flush() {
    if (count == 0) {
      return;
    }
    int bytes = (int) StoreFile.roundedUp(page.position(), granule);
    zeros(bytes);
    page.flip();
    phases.timed(Step.WRITE, () -> destination.write(page, count));
    for (int i = 0; i < count; i++) {
      destination.note(numbers[i], places[i], sizes[i]);
    }
    tally.writtenBytes += bytes;
    unsyncedBytes += bytes;
    if (destination.throughPageCache() && unsyncedBytes >= StoreFile.MOST_UNSYNCED_BYTES) {
      phases.timed(Step.WRITE, destination::sync);
      unsyncedBytes = 0;
    }
    empty();
  }

  private void empty() {
    page.clear();
    count = 0;
  }

  private void encode(Sequence sequence, int begin, int end) {
    staged.clear();
    for (int i = begin; i < end; i++) {
      staged.add(codec.encode(sequence.object(i), sequence.number(i)));
    }
  }

  /** Fills the block with the records from {@code next} on, as far as there is room. */
  private void copy(Sequence sequence, int begin, int end) {
    while (next < end) {
      Bytes message = encodes ? staged(next - begin) : sequence.message(next);
      if (!takes(message.size)) {
        return;
      }
      put(sequence.number(next), message);
      next++;
    }
  }

  private Bytes staged(int message) {
    return view.set(staged.array(), staged.begin(message), staged.size(message));
  }

  /** Whether there is room for one more. An empty block takes any. */
  private boolean takes(int messageBytes) {
    long end = (long) page.position() + headerBytes + messageBytes;
    long bytes = StoreFile.roundedUp(end, granule);
    if (count == 0 && bytes > page.capacity()) {
      page = memory(bytes);
    }
    return count == 0 || count < numbers.length && bytes <= mostBytes;
  }

  private void put(int number, Bytes message) {
    if (headerBytes > 0) {
      page.putInt(message.size).putInt(number).putLong(0);
    }
    numbers[count] = number;
    places[count] = page.position();
    sizes[count] = message.size;
    count++;
    page.put(message.array, message.begin, message.size);
    zeros((int) StoreFile.roundedUp(page.position(), StoreFile.RECORD_ALIGNMENT));
  }

  private void zeros(int end) {
    page.put(ZEROS, 0, end - page.position());
  }

  private static ByteBuffer memory(long bytes) {
    return StoreFile.pages(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
