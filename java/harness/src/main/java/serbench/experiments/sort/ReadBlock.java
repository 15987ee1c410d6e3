package serbench.experiments.sort;

import java.nio.ByteBuffer;

/** Records that have been read into the system's memory, and where they lie in it. */
final class ReadBlock {
  private final int[] numbers = new int[Budget.RECORDS_A_BLOCK];
  private final int[] places = new int[numbers.length];
  private final int[] sizes = new int[numbers.length];
  private ByteBuffer page;
  private int count;

  /** Holds no record, and the next ones in this memory. */
  void begin(ByteBuffer memory) {
    page = memory;
    count = 0;
  }

  void add(int number, int place, int size) {
    numbers[count] = number;
    places[count] = place;
    sizes[count] = size;
    count++;
  }

  ByteBuffer page() {
    return page;
  }

  int count() {
    return count;
  }

  int number(int record) {
    return numbers[record];
  }

  int place(int record) {
    return places[record];
  }

  int size(int record) {
    return sizes[record];
  }
}
