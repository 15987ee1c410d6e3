package serbench.experiments.memory;

import java.util.function.IntFunction;
import serbench.Adapter;
import serbench.Bytes;
import serbench.KeptMessageAdapter;
import serbench.MessageAdapter;
import serbench.ReuseAdapter;
import serbench.protocol.Failure;
import serbench.timing.Sink;

/** The operations on a library's own messages; where it has none, the round trip alone. */
final class LibraryOperations {
  private LibraryOperations() {}

  /** What a library returns for an index, its exceptions turned into a Failure of that index. */
  private static Object[] prepared(int count, IntFunction<Object> make) {
    Object[] made = new Object[count];
    for (int i = 0; i < count; i++) {
      made[i] = preparedOne(i, make);
    }
    return made;
  }

  /** What the object with this index needs beforehand. */
  static Object preparedOne(int index, IntFunction<Object> make) {
    try {
      return make.apply(index);
    } catch (Exception | StackOverflowError fault) {
      throw Failure.of(fault, index);
    }
  }

  static final class Build extends Operation {
    private final MessageAdapter adapter;

    Build(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = (MessageAdapter) adapter;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object object : objects) {
          Sink.clear();
          Sink.take(adapter.build(object));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return Evidence.ofWritten(adapter.serialize(adapter.build(objects[index])), adapter);
    }
  }

  static final class Serialize extends Operation {
    private final MessageAdapter adapter;
    private final Object[] messages;

    Serialize(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = (MessageAdapter) adapter;
      messages = prepared(objects.length, i -> this.adapter.build(objects[i]));
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object message : messages) {
          Sink.take(adapter.serialize(message));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return Evidence.ofWritten(adapter.serialize(messages[index]), adapter);
    }
  }

  static final class Deserialize extends Operation {
    private final MessageAdapter adapter;

    Deserialize(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = (MessageAdapter) adapter;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          Sink.clear();
          Sink.take(adapter.deserialize(message));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      Object opened = adapter.deserialize(encoded[index]);
      return Evidence.of(adapter.extract(opened), encoded[index].size);
    }
  }

  static final class DeserializeFresh extends Operation {
    private final KeptMessageAdapter adapter;

    DeserializeFresh(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = (KeptMessageAdapter) adapter;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          Sink.clear();
          Sink.take(adapter.deserializeFresh(message));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      Object opened = adapter.deserializeFresh(encoded[index]);
      return Evidence.of(adapter.extract(opened), encoded[index].size);
    }
  }

  static final class Extract extends Operation {
    private final MessageAdapter adapter;
    private final Object[] opened;

    Extract(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = (MessageAdapter) adapter;
      opened = prepared(encoded.length, i -> deserialized(encoded[i]));
    }

    /** A message that outlives the next. */
    private Object deserialized(Bytes message) {
      return adapter instanceof KeptMessageAdapter keeping
          ? keeping.deserializeFresh(message)
          : adapter.deserialize(message);
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object message : opened) {
          Sink.clear();
          Sink.take(adapter.extract(message));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return Evidence.of(adapter.extract(opened[index]), encoded[index].size);
    }
  }

  /** Where the message is the object, a round trip is encode and decode. */
  static final class Roundtrip extends Operation {
    private final Adapter adapter;

    Roundtrip(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = adapter;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object object : objects) {
          Sink.clear();
          Sink.take(adapter.decode(adapter.encode(object)));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      Bytes message = adapter.encode(objects[index]);
      // The adapter may use the same instance again while it decodes.
      long size = message.size;
      return Evidence.of(adapter.decode(message), size);
    }
  }

  /** Where decode works into a used object too, the round trip ends in it. */
  static final class ReuseRoundtrip extends Operation {
    private final ReuseAdapter adapter;
    private final Object used;

    ReuseRoundtrip(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = (ReuseAdapter) adapter;
      used = preparedOne(0, i -> adapter.decode(adapter.encode(objects[i]).copy()));
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object object : objects) {
          adapter.decodeReuse(adapter.encode(object), used);
          Sink.take(used);
        }
      }
    }

    @Override
    Evidence prove(int index) {
      Bytes message = adapter.encode(objects[index]);
      long size = message.size;
      adapter.decodeReuse(message, used);
      return Evidence.of(used, size);
    }
  }

  /** Serializes a built message and deserializes it, as cpp-serializers has it. */
  static final class MessageRoundtrip extends Operation {
    private final MessageAdapter adapter;
    private final Object[] messages;

    MessageRoundtrip(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = (MessageAdapter) adapter;
      messages = prepared(objects.length, i -> this.adapter.build(objects[i]));
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object message : messages) {
          Sink.clear();
          Sink.take(adapter.deserialize(adapter.serialize(message)));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      Bytes message = adapter.serialize(messages[index]);
      long size = message.size;
      return Evidence.of(adapter.extract(adapter.deserialize(message)), size);
    }
  }

  /** Where building a message is serializing it, the message is built each time. */
  static final class InPlaceRoundtrip extends Operation {
    private final MessageAdapter adapter;

    InPlaceRoundtrip(Adapter adapter, Subject subject) {
      super(subject);
      this.adapter = (MessageAdapter) adapter;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object object : objects) {
          Sink.clear();
          Sink.take(adapter.deserialize(adapter.encode(object)));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      Bytes message = adapter.encode(objects[index]);
      long size = message.size;
      return Evidence.of(adapter.extract(adapter.deserialize(message)), size);
    }
  }
}
