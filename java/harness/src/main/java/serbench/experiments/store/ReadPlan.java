package serbench.experiments.store;

import java.util.ArrayList;
import java.util.List;

/**
 * The reads that fetch a block of records.
 *
 * @param windows one a read
 * @param places where each record then lies in the buffer
 */
public record ReadPlan(List<Window> windows, int[] places, long bufferBytes) {
  /**
   * One read of the data file, for records that lie side by side.
   *
   * @param offset in the file, a multiple of the granule
   * @param bytes a multiple of the granule
   * @param needed up to the end of the last record
   * @param place in the buffer
   */
  public record Window(long offset, long bytes, long needed, long place) {
    long end() {
      return offset + bytes;
    }
  }

  static ReadPlan of(StoreFile.Extent[] extents, int granule) {
    List<Window> windows = new ArrayList<>();
    int[] places = new int[extents.length];
    Window last = null;
    for (int i = 0; i < extents.length; i++) {
      long recordEnd = extents[i].offset() + extents[i].bytes();
      long begin = extents[i].offset() / granule * granule;
      long end = StoreFile.roundedUp(recordEnd, granule);
      if (last != null && begin >= last.offset && begin <= last.end()) {
        long bytes = Math.max(last.bytes, end - last.offset);
        long needed = Math.max(last.needed, recordEnd - last.offset);
        last = new Window(last.offset, bytes, needed, last.place);
        windows.set(windows.size() - 1, last);
      } else {
        long place = last == null ? 0 : last.place + last.bytes;
        last = new Window(begin, end - begin, recordEnd - begin, place);
        windows.add(last);
      }
      places[i] = Math.toIntExact(last.place + extents[i].offset() - last.offset);
    }
    return new ReadPlan(windows, places, last == null ? 0 : last.place + last.bytes);
  }
}
