package serbench.experiments.memory;

import java.util.function.IntFunction;
import serbench.Bytes;
import serbench.KeptMessagePage;
import serbench.MessagePage;
import serbench.Page;
import serbench.ReusePage;
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
    private final MessagePage page;

    Build(Page page, Subject subject) {
      super(subject);
      this.page = (MessagePage) page;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object object : objects) {
          Sink.clear();
          Sink.take(page.build(object));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return Evidence.ofWritten(page.serialize(page.build(objects[index])), page);
    }
  }

  static final class Serialize extends Operation {
    private final MessagePage page;
    private final Object[] messages;

    Serialize(Page page, Subject subject) {
      super(subject);
      this.page = (MessagePage) page;
      messages = prepared(objects.length, i -> this.page.build(objects[i]));
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object message : messages) {
          Sink.take(page.serialize(message));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return Evidence.ofWritten(page.serialize(messages[index]), page);
    }
  }

  static final class Deserialize extends Operation {
    private final MessagePage page;

    Deserialize(Page page, Subject subject) {
      super(subject);
      this.page = (MessagePage) page;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          Sink.clear();
          Sink.take(page.deserialize(message));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      Object opened = page.deserialize(encoded[index]);
      return Evidence.of(page.extract(opened), encoded[index].size);
    }
  }

  static final class DeserializeFresh extends Operation {
    private final KeptMessagePage page;

    DeserializeFresh(Page page, Subject subject) {
      super(subject);
      this.page = (KeptMessagePage) page;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Bytes message : encoded) {
          Sink.clear();
          Sink.take(page.deserializeFresh(message));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      Object opened = page.deserializeFresh(encoded[index]);
      return Evidence.of(page.extract(opened), encoded[index].size);
    }
  }

  static final class Extract extends Operation {
    private final MessagePage page;
    private final Object[] opened;

    Extract(Page page, Subject subject) {
      super(subject);
      this.page = (MessagePage) page;
      opened = prepared(encoded.length, i -> deserialized(encoded[i]));
    }

    /** A message that outlives the next. */
    private Object deserialized(Bytes message) {
      return page instanceof KeptMessagePage keeping
          ? keeping.deserializeFresh(message)
          : page.deserialize(message);
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object message : opened) {
          Sink.clear();
          Sink.take(page.extract(message));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      return Evidence.of(page.extract(opened[index]), encoded[index].size);
    }
  }

  /** Where the message is the object, a round trip is encode and decode. */
  static final class Roundtrip extends Operation {
    private final Page page;

    Roundtrip(Page page, Subject subject) {
      super(subject);
      this.page = page;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object object : objects) {
          Sink.clear();
          Sink.take(page.decode(page.encode(object)));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      Bytes message = page.encode(objects[index]);
      // The page may use the same instance again while it decodes.
      long size = message.size;
      return Evidence.of(page.decode(message), size);
    }
  }

  /** Where decode works into a used object too, the round trip ends in it. */
  static final class ReuseRoundtrip extends Operation {
    private final ReusePage page;
    private final Object used;

    ReuseRoundtrip(Page page, Subject subject) {
      super(subject);
      this.page = (ReusePage) page;
      used = preparedOne(0, i -> page.decode(page.encode(objects[i]).copy()));
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object object : objects) {
          page.decodeReuse(page.encode(object), used);
          Sink.take(used);
        }
      }
    }

    @Override
    Evidence prove(int index) {
      Bytes message = page.encode(objects[index]);
      long size = message.size;
      page.decodeReuse(message, used);
      return Evidence.of(used, size);
    }
  }

  /** Serializes a built message and deserializes it, as cpp-serializers has it. */
  static final class MessageRoundtrip extends Operation {
    private final MessagePage page;
    private final Object[] messages;

    MessageRoundtrip(Page page, Subject subject) {
      super(subject);
      this.page = (MessagePage) page;
      messages = prepared(objects.length, i -> this.page.build(objects[i]));
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object message : messages) {
          Sink.clear();
          Sink.take(page.deserialize(page.serialize(message)));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      Bytes message = page.serialize(messages[index]);
      long size = message.size;
      return Evidence.of(page.extract(page.deserialize(message)), size);
    }
  }

  /** Where building a message is serializing it, the message is built each time. */
  static final class InPlaceRoundtrip extends Operation {
    private final MessagePage page;

    InPlaceRoundtrip(Page page, Subject subject) {
      super(subject);
      this.page = (MessagePage) page;
    }

    @Override
    public void rotate(long rotations) {
      for (long rotation = 0; rotation < rotations; rotation++) {
        for (Object object : objects) {
          Sink.clear();
          Sink.take(page.deserialize(page.encode(object)));
        }
      }
    }

    @Override
    Evidence prove(int index) {
      Bytes message = page.encode(objects[index]);
      long size = message.size;
      return Evidence.of(page.extract(page.deserialize(message)), size);
    }
  }
}
