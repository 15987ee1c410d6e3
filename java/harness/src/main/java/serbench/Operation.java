package serbench;

/** One operation over the objects of a corpus and their messages. */
abstract class Operation implements Sampler.Timed {
  /** What an operation works on. */
  record Subject(ObjectForm form, Object[] objects, Bytes[] encoded) {}

  /**
   * What one run over one object showed.
   *
   * @param cameBack the value that came back, null for access
   * @param bytes the size of the message
   */
  record Evidence(Object cameBack, long bytes, long touch, long expectedTouch) {
    static Evidence of(Object cameBack, long bytes) {
      return new Evidence(cameBack, bytes, 0, 0);
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
}
