package serbench.experiments.memory;

import serbench.AccessPage;
import serbench.Bytes;
import serbench.Page;
import serbench.Plan;
import serbench.ReusePage;
import serbench.timing.Sink;

/** The operations on objects. */
final class ApplicationOperations {
  private ApplicationOperations() {}

  static final class Encode extends Operation {
    private final Page page;

    Encode(Page page, Subject subject) {
      super(subject);
      this.page = page;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object object : objects) {
          Sink.take(page.encode(object));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return Evidence.ofWritten(page.encode(objects[index]), page);
    }
  }

  static final class Decode extends Operation {
    private final Page page;
    private final Object[] kept;
    private int slot;

    Decode(Page page, Subject subject) {
      super(subject);
      this.page = page;
      kept = new Object[subject.keep()];
    }

    @Override
    public void rotate(long rotations) {
      if (kept.length != 0) {
        rotateKeeping(rotations);
        return;
      }
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          Sink.clear();
          Sink.take(page.decode(message));
        }
      }
    }

    private void rotateKeeping(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          kept[slot] = null;
          kept[slot] = page.decode(message);
          slot = slot + 1 == kept.length ? 0 : slot + 1;
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return Evidence.of(page.decode(encoded[index]), encoded[index].size);
    }
  }

  /** Decodes into the object that held the one before. */
  static final class DecodeReuse extends Operation {
    private final ReusePage page;
    private final Object used;

    DecodeReuse(Page page, Subject subject) {
      super(subject);
      this.page = (ReusePage) page;
      used = LibraryOperations.preparedOne(encoded.length - 1, i -> page.decode(encoded[i]));
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          page.decodeReuse(message, used);
          Sink.take(used);
        }
      }
    }

    @Override
    Evidence prove(int index) {
      page.decodeReuse(encoded[index], used);
      return Evidence.of(used, encoded[index].size);
    }
  }

  static final class AccessOne extends Operation {
    private final AccessPage page;

    AccessOne(Page page, Subject subject) {
      super(subject);
      this.page = (AccessPage) page;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          Sink.take(page.access(message, Plan.ONE));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      long touch = page.access(encoded[index], Plan.ONE);
      return Evidence.ofAccess(encoded[index].size, touch, form.touched(objects[index], Plan.ONE));
    }
  }

  static final class AccessTenth extends Operation {
    private final AccessPage page;

    AccessTenth(Page page, Subject subject) {
      super(subject);
      this.page = (AccessPage) page;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          Sink.take(page.access(message, Plan.TENTH));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      long touch = page.access(encoded[index], Plan.TENTH);
      return Evidence.ofAccess(
          encoded[index].size, touch, form.touched(objects[index], Plan.TENTH));
    }
  }

  static final class AccessAll extends Operation {
    private final AccessPage page;

    AccessAll(Page page, Subject subject) {
      super(subject);
      this.page = (AccessPage) page;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          Sink.take(page.access(message, Plan.ALL));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      long touch = page.access(encoded[index], Plan.ALL);
      return Evidence.ofAccess(encoded[index].size, touch, form.touched(objects[index], Plan.ALL));
    }
  }
}
