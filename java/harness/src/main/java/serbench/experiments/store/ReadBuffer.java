package serbench.experiments.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The memory into which one thread reads blocks of records; it grows with them. */
public final class ReadBuffer {
  private final StoreReader reader;
  private ByteBuffer page = StoreFile.pages(0);

  public ReadBuffer(StoreReader reader) {
    this.reader = reader;
  }

  /** The reads for records, for which there is room then. */
  public ReadPlan plan(StoreFile.Extent[] extents) {
    ReadPlan plan = ReadPlan.of(extents, reader.granule());
    if (plan.bufferBytes() > page.capacity()) {
      page = StoreFile.pages(2 * plan.bufferBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }
    return plan;
  }

  public void read(ReadPlan plan) {
    for (ReadPlan.Window window : plan.windows()) {
      int place = (int) window.place();
      page.limit(place + (int) window.bytes()).position(place);
      reader.read(page, window.offset(), window.needed());
    }
    page.clear();
  }

  public ByteBuffer page() {
    return page;
  }
}
