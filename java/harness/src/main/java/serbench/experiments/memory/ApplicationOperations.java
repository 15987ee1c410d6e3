package serbench.experiments.memory;

import serbench.AccessPage;
import serbench.Bytes;
import serbench.Page;
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

  static final class DecodeReuse extends Operation {
    private final ReusePage page;

    DecodeReuse(Page page, Subject subject) {
      super(subject);
      this.page = (ReusePage) page;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          Sink.take(page.decodeReuse(message));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return Evidence.of(page.decodeReuse(encoded[index]), encoded[index].size);
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
          Sink.take(page.accessOne(message));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      long touch = page.accessOne(encoded[index]);
      return Evidence.ofAccess(encoded[index].size, touch, form.touchOne(objects[index]));
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
          Sink.take(page.accessTenth(message));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      long touch = page.accessTenth(encoded[index]);
      return Evidence.ofAccess(encoded[index].size, touch, form.touchTenth(objects[index]));
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
          Sink.take(page.accessAll(message));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      long touch = page.accessAll(encoded[index]);
      return Evidence.ofAccess(encoded[index].size, touch, form.touchAll(objects[index]));
    }
  }
}
