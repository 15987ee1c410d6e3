package serbench.experiments.memory;

import java.util.OptionalLong;
import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.Bytes;
import serbench.ObjectForm;
import serbench.Plan;
import serbench.protocol.Failure;
import serbench.timing.Sampler;
import serbench.values.XxHash64;

/** One operation over the objects of a corpus and their messages. */
abstract class Operation implements Sampler.Timed {
  /**
   * What an operation works on.
   *
   * @param keep how many decoded objects stay alive
   */
  record Subject(ObjectForm form, Object[] objects, Bytes[] encoded, int keep) {}

  /**
   * What one run over one object showed.
   *
   * @param cameBack the value that came back, null for access
   * @param bytes the size of the message
   * @param messageHash XXH64 of the message that the operation has written, empty where its proof
   *     reads none
   * @param bytesRead how many bytes of the message access read, empty where nobody counts
   */
  record Evidence(
      Object cameBack,
      long bytes,
      long touch,
      long expectedTouch,
      OptionalLong messageHash,
      OptionalLong bytesRead) {
    static Evidence of(Object cameBack, long bytes) {
      return new Evidence(cameBack, bytes, 0, 0, OptionalLong.empty(), OptionalLong.empty());
    }

    /** Reads a message that was written. */
    static Evidence ofWritten(Bytes message, Adapter reader) {
      // Some libraries decode in place or use the same memory both ways, so the bytes are copied.
      Bytes copy = message.copy();
      OptionalLong hash = OptionalLong.of(XxHash64.hash(copy.array, copy.begin, copy.size));
      return new Evidence(reader.decode(copy), copy.size, 0, 0, hash, OptionalLong.empty());
    }
  }

  final ObjectForm form;
  final Object[] objects;
  final Bytes[] encoded;

  Operation(Subject subject) {
    form = subject.form;
    objects = subject.objects;
    encoded = subject.encoded;
  }

  /** Does with one object what is timed and tells what came of it. */
  abstract Evidence prove(int index);

  /** What access to a message showed. */
  final Evidence read(AccessAdapter adapter, int index, Plan plan) {
    Bytes message = encoded[index];
    long touch = adapter.access(message, plan);
    return new Evidence(
        null,
        message.size,
        touch,
        form.touched(objects[index], plan),
        OptionalLong.empty(),
        adapter.bytesRead(message, plan));
  }

  /** The evidence of one object; what the library throws becomes a Failure. */
  final Evidence proved(int index) {
    try {
      return prove(index);
    } catch (Exception | StackOverflowError fault) {
      throw Failure.of(fault, index);
    }
  }
}
