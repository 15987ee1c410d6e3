package serbench;

import codec.Codec;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import serbench.rendered.PlainClasses;
import serbench.rendered.PlainForm;
import serbench.values.Corpus;

/** Encode and decode of a codec's adapter under JMH; each call works on the next object. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class JmhBenchmark {
  @Param("")
  public String corpus;

  private Adapter adapter;
  private Object[] objects;
  private Bytes[] messages;
  private int next;

  @Setup
  public void load() {
    adapter = new Codec(new PlainClasses());
    objects = Corpus.load(corpus, adapter.form(new PlainForm())).objects();
    messages = new Bytes[objects.length];
    for (int i = 0; i < objects.length; i++) {
      messages[i] = adapter.encode(objects[i]).copy();
    }
  }

  @Benchmark
  public Object encode() {
    return adapter.encode(objects[index()]);
  }

  @Benchmark
  public Object decode() {
    return adapter.decode(messages[index()]);
  }

  private int index() {
    int index = next;
    next = index + 1 == objects.length ? 0 : index + 1;
    return index;
  }
}
