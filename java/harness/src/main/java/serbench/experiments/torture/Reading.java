package serbench.experiments.torture;

import java.util.ArrayList;
import java.util.List;
import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.Bytes;
import serbench.MessageAdapter;
import serbench.ObjectForm;
import serbench.Plan;
import serbench.RequestError;
import serbench.values.Digest;

/** An instance of a codec that reads malformed input by one operation or another. */
final class Reading {
  /** The operations, in their order. */
  enum Operation {
    DECODE("decode"),
    DESERIALIZE("deserialize"),
    ACCESS_ALL("access-all");

    final String title;

    Operation(String title) {
      this.title = title;
    }
  }

  private final Adapter adapter;
  private final ObjectForm form;
  private final boolean composed;
  private final Meter meter;

  Reading(Adapter adapter, ObjectForm form, Meter meter) {
    this.adapter = adapter;
    this.form = form;
    this.meter = meter;
    composed = adapter instanceof MessageAdapter && !hasOwnDecode(adapter);
  }

  /** Those that the codec has and that are not the same code as another one. */
  List<Operation> operations() {
    List<Operation> found = new ArrayList<>(List.of(Operation.DECODE));
    if (adapter instanceof MessageAdapter && !composed) {
      found.add(Operation.DESERIALIZE);
    }
    if (adapter instanceof AccessAdapter) {
      found.add(Operation.ACCESS_ALL);
    }
    return found;
  }

  /** A finding and what it took. */
  record Trial(Finding finding, Meter.Taken taken) {}

  /** Reads a copy of a message; some libraries work in the array that they are given. */
  Trial tried(Operation operation, byte[] message) {
    Bytes bytes = Bytes.of(message.clone());
    return switch (operation) {
      case DECODE -> composed ? readInSteps((MessageAdapter) adapter, bytes) : read(bytes);
      case DESERIALIZE -> readInSteps((MessageAdapter) adapter, bytes);
      case ACCESS_ALL -> touched((AccessAdapter) adapter, bytes);
    };
  }

  private Trial read(Bytes bytes) {
    meter.start();
    try {
      Object object = adapter.decode(bytes);
      return accepted(object);
    } catch (RequestError fault) {
      throw fault;
    } catch (Throwable fault) {
      return failed(fault, false);
    }
  }

  /** Into the library's form, and from there to an object. */
  private Trial readInSteps(MessageAdapter messages, Bytes bytes) {
    boolean opened = false;
    meter.start();
    try {
      Object message = messages.deserialize(bytes);
      opened = true;
      return accepted(messages.extract(message));
    } catch (RequestError fault) {
      throw fault;
    } catch (Throwable fault) {
      return failed(fault, opened);
    }
  }

  private Trial touched(AccessAdapter accesses, Bytes bytes) {
    meter.start();
    try {
      long touch = accesses.access(bytes, Plan.ALL);
      Meter.Taken taken = meter.stop();
      return new Trial(Finding.ofTouch(touch), taken);
    } catch (RequestError fault) {
      throw fault;
    } catch (Throwable fault) {
      return failed(fault, false);
    }
  }

  /** The digest is ours to compute. */
  private Trial accepted(Object object) {
    Meter.Taken taken = meter.stop();
    try {
      return new Trial(Finding.ofDigest(Digest.of(form, object)), taken);
    } catch (RuntimeException | StackOverflowError fault) {
      return new Trial(Finding.ofFault(fault), taken);
    }
  }

  private Trial failed(Throwable fault, boolean opened) {
    Meter.Taken taken = meter.stop();
    return new Trial(Finding.of(fault, opened), taken);
  }

  /** Whether the adapter decodes by other means than its messages. */
  private static boolean hasOwnDecode(Adapter adapter) {
    try {
      return adapter.getClass().getMethod("decode", Bytes.class).getDeclaringClass()
          != MessageAdapter.class;
    } catch (NoSuchMethodException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
