package serbench.spark;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.serializer.Serializer;
import scala.Tuple2;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import serbench.ObjectForm;
import serbench.values.Digest;

/** Answers questions about the pieces of java/spark, a line for a line. */
public final class SparkPieces {
  private static final ClassTag<Object> ANY = ClassTag$.MODULE$.Object();

  private final SparkConf conf;
  private final Subject subject;

  private SparkPieces(String classPath, String pool) {
    conf = new SparkConf(false);
    conf.set(Settings.ROW, Settings.CODEC);
    conf.set(Settings.CODEC_CLASS_PATH, classPath);
    conf.set(Settings.POOL, pool);
    subject = Subject.of(conf);
  }

  public static void main(String[] arguments) throws Exception {
    SparkPieces pieces = new SparkPieces(arguments[0], arguments[1]);
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    // The pool of a subject takes the standard output for replies.
    var answers = new java.io.PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      answers.println(pieces.answer(List.of(line.split(" "))));
    }
  }

  private String answer(List<String> words) throws Exception {
    List<String> rest = words.subList(1, words.size());
    return switch (words.get(0)) {
      case "keys" -> keys(Long.parseLong(rest.get(0)));
      case "warm-up" -> warmUp(rest.stream().map(Long::valueOf).toList());
      case "relocated" -> String.valueOf(relocated(rest.get(0)));
      case "read" -> read(Integer.parseInt(rest.get(0)));
      case "hidden" -> hidden();
      case "loader" -> loader(rest.get(0));
      case "timed" -> timed(Integer.parseInt(rest.get(0)), rest.get(1).equals("lists"));
      case "fault" -> fault(String.join(" ", rest));
      default -> throw new IllegalArgumentException(words.get(0));
    };
  }

  private static String keys(long objects) {
    Keys keys = Keys.of(objects);
    return LongStream.range(0, objects)
        .mapToObj(number -> keys.keyOf(number) + ":" + keys.numberOf(keys.keyOf(number)))
        .collect(Collectors.joining(" "));
  }

  /** How many of the rounds are run. */
  private static String warmUp(List<Long> numbers) {
    WarmUp warming = new WarmUp(numbers.get(0), numbers.get(1));
    int rounds = 0;
    while (!warming.isOver()) {
      warming.add(numbers.get(2 + rounds));
      rounds++;
    }
    return String.valueOf(rounds);
  }

  private boolean relocated(String name) throws ReflectiveOperationException {
    Class<?> type = Class.forName(name);
    Serializer serializer = (Serializer) type.getConstructor(SparkConf.class).newInstance(conf);
    serializer.setDefaultClassLoader(subject.classes());
    return Relocation.isKept(serializer, subject);
  }

  /** Writes one value of each kind and reads them from a number of bytes; -1 for all. */
  private String read(int bytes) {
    ObjectForm form = subject.form();
    Object first = subject.pool().make(form, 0);
    Object second = subject.pool().make(form, 1);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    SerializationStream out = new CodecSerializer(conf).newInstance().serializeStream(written);
    List<Object> values =
        Arrays.asList(
            -5L,
            Long.MIN_VALUE,
            null,
            first,
            new Tuple2<>(7L, second),
            new ArrayList<>(Arrays.asList(first, null)),
            "text");
    values.forEach(value -> out.writeObject(value, ANY));
    out.close();
    byte[] all = written.toByteArray();
    byte[] given = Arrays.copyOf(all, bytes < 0 ? all.length : bytes);
    CodecInput in = new CodecInput(new ByteArrayInputStream(given), subject.classes());
    StringJoiner told = new StringJoiner(" ");
    try {
      for (; ; ) {
        told.add(text(form, in.readObject(ANY)));
      }
    } catch (Exception end) {
      return told.add(end instanceof EOFException ? "end" : end.getMessage()).toString();
    }
  }

  private String text(ObjectForm form, Object value) {
    if (value instanceof Tuple2<?, ?> pair) {
      return "(" + text(form, pair._1()) + "," + text(form, pair._2()) + ")";
    }
    if (value instanceof ArrayList<?> list) {
      return list.stream().map(one -> text(form, one)).collect(Collectors.joining(",", "[", "]"));
    }
    boolean isRoot = value != null && value.getClass() == subject.root();
    return isRoot ? Digest.text(Digest.of(form, value)) : String.valueOf(value);
  }

  /** What is said where an object would be written by Java inside another. */
  private String hidden() {
    Object[] inside = {subject.pool().make(subject.form(), 0)};
    try {
      new CodecOutput(new ByteArrayOutputStream()).writeObject(inside, ANY);
      return "written";
    } catch (IllegalStateException fault) {
      return fault.getMessage();
    }
  }

  private String loader(String name) throws ClassNotFoundException {
    ClassLoader found = subject.classes().loadClass(name).getClassLoader();
    return found == subject.classes() ? "own" : "shared";
  }

  /** How many of a number of values in a stream are timed. */
  private static String timed(int count, boolean lists) {
    Meter.Spent spent = Meter.mine().serialized();
    Meter.Records records = new Meter.Records(spent);
    for (int i = 0; i < count; i++) {
      records.begin();
      records.end(lists ? new ArrayList<>() : "value");
    }
    StringBuilder told = new StringBuilder();
    spent.drain(ns -> {}, told::append);
    return told.toString();
  }

  private static String fault(String message) {
    var failure = Faults.of(new IllegalStateException(message));
    return failure.outcome() + " " + failure.getMessage();
  }
}
