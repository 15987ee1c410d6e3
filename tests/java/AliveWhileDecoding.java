package serbench.experiments.memory;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import serbench.Adapter;
import serbench.Bytes;

/**
 * Prints for each number of objects that the arguments keep how many of those decoded before are
 * alive while each of four objects is decoded.
 */
final class AliveWhileDecoding {
  private AliveWhileDecoding() {}

  public static void main(String[] arguments) {
    for (String keep : arguments) {
      Counting page = new Counting();
      Bytes[] messages = {new Bytes(), new Bytes()};
      Operations.Kind kind =
          Operations.of(page).stream().filter(one -> one.name().equals("decode")).findFirst().get();
      Operation.Subject subject =
          new Operation.Subject(null, new Object[0], messages, Integer.parseInt(keep));
      kind.on(page, subject).rotate(2);
      System.out.println(page.alive.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }
  }

  private static final class Counting implements Adapter {
    private final List<WeakReference<Object>> decoded = new ArrayList<>();
    private final List<Long> alive = new ArrayList<>();

    @Override
    public Map<String, String> libraries() {
      return Map.of();
    }

    @Override
    public Bytes encode(Object object) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Object decode(Bytes message) {
      System.gc();
      alive.add(decoded.stream().filter(one -> one.get() != null).count());
      Object fresh = new Object();
      decoded.add(new WeakReference<>(fresh));
      return fresh;
    }
  }
}
