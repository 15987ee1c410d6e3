package serbench;

import java.util.stream.LongStream;

/** Every measurement is a verification: runs an operation over objects and compares. */
final class Proof {
  private Proof() {}

  /** What an operation over every object produced: the numbers of a {@code verified} line. */
  record Verified(long digest, long touch, long bytes, long messages) {}

  /** Proves every object of a corpus. Throws Failure at the first that is not right. */
  static Verified verify(Operations.Kind kind, Operation operation, Corpus corpus) {
    int count = corpus.objects().length;
    long[] digests = new long[kind.isAccess() ? 0 : count];
    LongStream.Builder hashes = LongStream.builder();
    long touch = 0;
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      Operation.Evidence evidence = proveOne(operation, i);
      if (kind.isAccess()) {
        requireSameTouch(evidence, i);
        touch += evidence.touch();
      } else {
        digests[i] = digestOf(corpus.form(), evidence.cameBack(), i);
        requireSameDigest(digests[i], corpus.digests()[i], i);
      }
      bytes += evidence.bytes();
      evidence.messageHash().ifPresent(hashes::add);
    }
    long[] messages = hashes.build().toArray();
    return new Verified(
        kind.isAccess() ? 0 : Digest.ofAll(digests),
        touch,
        bytes,
        messages.length == 0 ? 0 : Digest.ofAll(messages));
  }

  /** The evidence of one object; what the library throws becomes a Failure. */
  static Operation.Evidence proveOne(Operation operation, int index) {
    try {
      return operation.prove(index);
    } catch (Exception | StackOverflowError fault) {
      throw Failure.of(fault, index);
    }
  }

  /**
   * The digest of a value that came back; one that is not even whole is an error of the library.
   */
  static long digestOf(ObjectForm form, Object cameBack, int index) {
    try {
      return Digest.of(form, cameBack);
    } catch (NullPointerException | ClassCastException fault) {
      throw Failure.of(fault, index);
    }
  }

  static void requireSameTouch(Operation.Evidence evidence, int index) {
    if (evidence.touch() != evidence.expectedTouch()) {
      String read = Long.toUnsignedString(evidence.touch());
      String expected = Long.toUnsignedString(evidence.expectedTouch());
      throw new Failure(
          "wrong",
          index,
          "What was read has the touch " + read + ", the object's is " + expected + ".");
    }
  }

  static void requireSameDigest(long cameBack, long expected, int index) {
    if (cameBack != expected) {
      throw new Failure(
          "wrong",
          index,
          "The value that came back has the digest "
              + Digest.text(cameBack)
              + ", the object's is "
              + Digest.text(expected)
              + ".");
    }
  }
}
