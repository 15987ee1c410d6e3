package serbench.experiments.memory;

import java.util.OptionalLong;
import java.util.stream.LongStream;
import serbench.values.Corpus;
import serbench.values.Digest;
import serbench.values.Proof;

/** What an operation over every object produced: the numbers of a {@code verified} line. */
record Verified(long digest, long touch, long bytes, long messages, OptionalLong read) {
  /** Proves every object of a corpus. Throws Failure at the first that is not right. */
  static Verified of(Operations.Kind kind, Operation operation, Corpus corpus) {
    int count = corpus.objects().length;
    long[] digests = new long[kind.isAccess() ? 0 : count];
    LongStream.Builder hashes = LongStream.builder();
    long touch = 0;
    long bytes = 0;
    LongStream.Builder read = LongStream.builder();
    for (int i = 0; i < count; i++) {
      Operation.Evidence evidence = operation.proved(i);
      if (kind.isAccess()) {
        Proof.requireSameTouch(evidence.touch(), evidence.expectedTouch(), i);
        touch += evidence.touch();
      } else {
        digests[i] = Proof.digestOf(corpus.form(), evidence.cameBack(), i);
        Proof.requireSameDigest(digests[i], corpus.digests()[i], i);
      }
      bytes += evidence.bytes();
      evidence.messageHash().ifPresent(hashes::add);
      evidence.bytesRead().ifPresent(read::add);
    }
    long[] messages = hashes.build().toArray();
    return new Verified(
        kind.isAccess() ? 0 : Digest.ofAll(digests),
        touch,
        bytes,
        messages.length == 0 ? 0 : Digest.ofAll(messages),
        read.build().reduce(Long::sum));
  }
}
