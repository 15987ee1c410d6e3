package serbench.experiments.sort;

import java.util.Arrays;
import serbench.Bytes;
import serbench.timing.Phases;

/** Records in memory, as objects or as bytes, with their keys. */
final class HeldRecords {
  private final Mode mode;
  private final SortedCodec codec;
  private final HeldBytes bytes;
  private final Bytes view = new Bytes();
  private final int[] numbers;
  private final long[] keys;
  private final Object[] objects;

  /** Objects that are there only until their keys are read. */
  private final Object[] passing;

  /** Where messages are, from the record {@code first} on; of objects, those of the last block. */
  private final int[] places;

  private final int[] sizes;
  private int first;
  private int count;

  /**
   * Holds no records.
   *
   * @param room how many it can hold
   * @param bytes where messages are held, or pass through when they are decoded
   */
  HeldRecords(Mode mode, SortedCodec codec, int room, HeldBytes bytes) {
    this.mode = mode;
    this.codec = codec;
    this.bytes = bytes;
    boolean holdsObjects = mode == Mode.OBJECTS;
    numbers = new int[room];
    keys = new long[mode == Mode.LAZY ? 0 : room];
    objects = new Object[holdsObjects ? room : 0];
    passing = new Object[decodesForKeys() ? Budget.RECORDS_A_BLOCK : 0];
    places = new int[holdsObjects ? Budget.RECORDS_A_BLOCK : room];
    sizes = new int[places.length];
  }

  int count() {
    return count;
  }

  int number(int record) {
    return numbers[record];
  }

  long key(int record) {
    return keys[record];
  }

  Object object(int record) {
    return objects[record];
  }

  /** How long its message was. */
  int size(int record) {
    return sizes[record - first];
  }

  /** Valid until the next call. */
  Bytes message(int record) {
    return bytes.view(places[record - first], sizes[record - first], view);
  }

  /** In which the records of these positions are sorted. */
  Order order() {
    return mode == Mode.LAZY
        ? new LazyOrder(codec, this::message, numbers)
        : new KeyOrder(keys, numbers);
  }

  /** Adds the records of a block, and reads their keys if the mode holds them. */
  void take(ReadBlock block, Phases<Step> phases) {
    int begin = count;
    phases.timed(Step.COPY, () -> copy(block));
    if (mode == Mode.OBJECTS) {
      phases.timed(Step.DECODE, () -> decode(begin, objects, begin));
      phases.timed(Step.KEY, () -> touch(objects, begin, begin));
    } else if (decodesForKeys()) {
      phases.timed(Step.DECODE, () -> decode(begin, passing, 0));
      phases.timed(Step.KEY, () -> touch(passing, 0, begin));
      phases.timed(Step.FREE, () -> Arrays.fill(passing, null));
    } else if (mode == Mode.BYTES) {
      phases.timed(Step.KEY, () -> access(begin));
    } else if (mode == Mode.RAW) {
      phases.timed(Step.KEY, () -> look(begin));
    }
  }

  /** Releases all records. */
  void clear() {
    Arrays.fill(objects, 0, Math.min(count, objects.length), null);
    bytes.clear();
    count = 0;
  }

  private boolean decodesForKeys() {
    return mode == Mode.BYTES && !codec.accesses();
  }

  private void copy(ReadBlock block) {
    if (mode == Mode.OBJECTS) {
      // The messages of the block before are objects now.
      bytes.clear();
      first = count;
    }
    for (int i = 0; i < block.count(); i++) {
      numbers[count] = block.number(i);
      sizes[count - first] = block.size(i);
      places[count - first] = bytes.add(block.page(), block.place(i), block.size(i));
      count++;
    }
  }

  private void decode(int begin, Object[] into, int at) {
    for (int i = begin; i < count; i++) {
      into[at + i - begin] = codec.decode(message(i), numbers[i]);
    }
  }

  private void touch(Object[] from, int at, int begin) {
    for (int i = begin; i < count; i++) {
      keys[i] = codec.keyOf(from[at + i - begin]);
    }
  }

  private void access(int begin) {
    for (int i = begin; i < count; i++) {
      keys[i] = codec.accessedKey(message(i), numbers[i]);
    }
  }

  private void look(int begin) {
    for (int i = begin; i < count; i++) {
      keys[i] = codec.listedKey(numbers[i]);
    }
  }
}
