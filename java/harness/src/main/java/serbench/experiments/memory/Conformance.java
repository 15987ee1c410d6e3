package serbench.experiments.memory;

import serbench.Adapter;
import serbench.Bytes;
import serbench.RequestError;
import serbench.protocol.Bench;
import serbench.protocol.Container;
import serbench.protocol.Emission;
import serbench.protocol.Failure;
import serbench.protocol.Replies;
import serbench.values.Corpus;
import serbench.values.Digest;
import serbench.values.Place;
import serbench.values.Proof;

/** The verbs that prove and exchange values without timing them: check and emit (PROTOCOL.md). */
final class Conformance {
  private final Bench bench;
  private final Replies replies;
  private final Corpus corpus;
  private final Place place = new Place();
  private Adapter adapter;

  // Of the object at hand: the operation, and the last value that came back with its digest.
  private String operation;
  private Object value;
  private long digest;

  Conformance(Bench bench, String corpusPath) {
    this.bench = bench;
    replies = bench.replies();
    corpus = Corpus.load(corpusPath, bench.form());
    adapter = bench.adapter();
  }

  /** Proves each object by itself; the paths are null where the request names none. */
  void check(String encodedPath, String valuesPath) {
    try (Container.Reader messages = openMessages(encodedPath);
        Container.Writer values = openValues(valuesPath)) {
      for (int i = 0; i < corpus.objects().length; i++) {
        byte[] message = messages == null ? null : messages.next();
        if (!checkOne(i, message, messages != null)) {
          // A codec that failed may be in any state; the next object deserves a sound one.
          adapter = bench.adapter();
        }
        writeValue(values);
      }
    }
  }

  /** Encodes each object once into a file of messages. */
  void emit(String path) {
    Object[] objects = corpus.objects();
    Emission.write(
        replies,
        path,
        objects.length,
        bench::adapter,
        (adapter, index) -> adapter.encode(objects[index]));
  }

  private Container.Reader openMessages(String path) {
    return path == null ? null : Container.Reader.ofMessages(path, corpus.objects().length);
  }

  private Container.Writer openValues(String path) {
    return path == null
        ? null
        : new Container.Writer(path, Container.CORPUS, corpus.objects().length);
  }

  private boolean checkOne(int index, byte[] message, boolean given) {
    value = null;
    operation = given ? "decode" : "encode";
    try {
      if (given && message == null) {
        throw Failure.noMessage(index);
      }
      Object object = place.lay(corpus.form(), corpus.objects()[index]);
      Bytes bytes = place.lay(given ? Bytes.of(message) : adapter.encode(object));
      proveOperations(index, object, bytes, given);
      replies.line(
          "object",
          "index",
          index,
          "outcome",
          "ok",
          "digest",
          Digest.text(digest),
          "bytes",
          bytes.size);
      return true;
    } catch (RequestError fault) {
      throw fault;
    } catch (Exception | StackOverflowError fault) {
      report(index, Failure.of(fault, index));
      return false;
    }
  }

  private void proveOperations(int index, Object object, Bytes message, boolean given) {
    Object[] objects = {object};
    Bytes[] encoded = {message};
    Operation.Subject subject = new Operation.Subject(corpus.form(), objects, encoded, 0);
    for (Operations.Kind kind : Operations.of(adapter)) {
      if (given && !kind.startsFromBytes()) {
        continue;
      }
      operation = kind.name();
      Operation.Evidence evidence = kind.on(adapter, subject).proved(0);
      if (kind.isAccess()) {
        Proof.requireSameTouch(evidence.touch(), evidence.expectedTouch(), index);
      } else {
        digest = Proof.digestOf(corpus.form(), evidence.cameBack(), index);
        value = evidence.cameBack();
        Proof.requireSameDigest(digest, corpus.digests()[index], index);
      }
    }
  }

  private void report(int index, Failure failure) {
    if (failure.outcome().equals("wrong")) {
      replies.line(
          "object",
          "index",
          index,
          "outcome",
          "wrong",
          "operation",
          operation,
          "digest",
          Digest.text(digest),
          "detail",
          failure.getMessage());
    } else {
      replies.line(
          "object",
          "index",
          index,
          "outcome",
          "error",
          "operation",
          operation,
          "detail",
          failure.getMessage());
    }
  }

  private void writeValue(Container.Writer values) {
    if (values == null) {
      return;
    }
    if (value == null) {
      values.addMissing();
    } else {
      values.add(corpus.form().write(value));
    }
  }
}
