package serbench.experiments.memory;

import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.Bytes;
import serbench.Plan;
import serbench.ReuseAdapter;
import serbench.timing.Sink;

/** The operations on objects. */
final class ApplicationOperations {
  private ApplicationOperations() {}

  static final class Encode extends Operation {
    private final Adapter adapter;

    Encode(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = adapter;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object object : objects) {
          Sink.take(adapter.encode(object));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return Evidence.ofWritten(adapter.encode(objects[index]), adapter);
    }
  }

  static final class Decode extends Operation {
    private final Adapter adapter;
    private final Object[] kept;
    private int slot;

    Decode(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = adapter;
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
          Sink.take(adapter.decode(message));
        }
      }
    }

    private void rotateKeeping(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          kept[slot] = null;
          kept[slot] = adapter.decode(message);
          slot = slot + 1 == kept.length ? 0 : slot + 1;
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return Evidence.of(adapter.decode(encoded[index]), encoded[index].size);
    }
  }

  /** Decodes into the object that held the one before. */
  static final class DecodeReuse extends Operation {
    private final ReuseAdapter adapter;
    private final Object used;

    DecodeReuse(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = (ReuseAdapter) adapter;
      used = LibraryOperations.preparedOne(encoded.length - 1, i -> adapter.decode(encoded[i]));
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          adapter.decodeReuse(message, used);
          Sink.take(used);
        }
      }
    }

    @Override
    Evidence prove(int index) {
      adapter.decodeReuse(encoded[index], used);
      return Evidence.of(used, encoded[index].size);
    }
  }

  static final class AccessOne extends Operation {
    private final AccessAdapter adapter;

    AccessOne(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = (AccessAdapter) adapter;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          Sink.take(adapter.access(message, Plan.ONE));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return read(adapter, index, Plan.ONE);
    }
  }

  static final class AccessTenth extends Operation {
    private final AccessAdapter adapter;

    AccessTenth(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = (AccessAdapter) adapter;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          Sink.take(adapter.access(message, Plan.TENTH));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return read(adapter, index, Plan.TENTH);
    }
  }

  static final class AccessAll extends Operation {
    private final AccessAdapter adapter;

    AccessAll(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = (AccessAdapter) adapter;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          Sink.take(adapter.access(message, Plan.ALL));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return read(adapter, index, Plan.ALL);
    }
  }
}
