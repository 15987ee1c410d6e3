package serbench.experiments.sort;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import serbench.RequestError;
import serbench.experiments.store.StoreFile;
import serbench.experiments.store.StoreReader;
import serbench.experiments.store.StoreWriter;

/**
 * An index in memory: first that of the store that is sorted, then, entry by entry, that of the
 * sorted store, because an object's old place is not needed any more when it gets its new one.
 */
final class RecordIndex {
  private static final int ENTRIES_AT_ONCE = 1 << 14;

  private final long[] offsets;
  private final int[] sizes;

  /** The objects' numbers in the order in which their records lie in the data file. */
  private final int[] numbers;

  /** Throws RequestError for a store with more objects than an array has elements. */
  RecordIndex(StoreReader reader) {
    long objects = reader.identity().objects();
    if (objects > Integer.MAX_VALUE) {
      throw new RequestError(objects + " objects are too many to sort.");
    }
    int count = (int) objects;
    offsets = new long[count];
    sizes = new int[count];
    numbers = new int[count];
    int[] spare = new int[count];
    for (int begin = 0; begin < count; begin += ENTRIES_AT_ONCE) {
      StoreFile.Extent[] extents = reader.locate(entries(begin));
      for (int i = 0; i < extents.length; i++) {
        offsets[begin + i] = extents[i].offset();
        sizes[begin + i] = extents[i].bytes();
      }
    }
    // Records without bytes lie where others begin, so numbers decide too.
    new MergeSort(
            new KeyOrder(offsets, LongStream.range(0, count).mapToInt(i -> (int) i).toArray()))
        .sort(numbers, spare, count);
  }

  private long[] entries(int begin) {
    return LongStream.range(begin, Math.min(offsets.length, begin + ENTRIES_AT_ONCE)).toArray();
  }

  int count() {
    return numbers.length;
  }

  /** The number of the object whose record lies at a position in the data file. */
  int numberAt(int position) {
    return numbers[position];
  }

  int size(int number) {
    return sizes[number];
  }

  int sizeAt(int position) {
    return sizes[numbers[position]];
  }

  int largest() {
    int largest = 0;
    for (int size : sizes) {
      largest = Math.max(largest, size);
    }
    return largest;
  }

  StoreFile.Extent extent(int number) {
    return new StoreFile.Extent(offsets[number], sizes[number]);
  }

  /** The record lies there in the sorted store. */
  void moved(int number, long offset, int size) {
    offsets[number] = offset;
    sizes[number] = size;
  }

  void writeTo(StoreWriter writer) {
    for (int begin = 0; begin < count(); begin += ENTRIES_AT_ONCE) {
      long[] entries = entries(begin);
      List<StoreFile.Extent> extents = new ArrayList<>();
      for (long number : entries) {
        extents.add(extent((int) number));
      }
      writer.note(entries, extents, 0);
    }
  }
}
