package serbench.experiments.memory;

import java.util.Map;
import serbench.Bytes;
import serbench.MessageAdapter;

/**
 * Prints for a page that builds in place and for one that does not: how many messages their round
 * trip builds before the timing, how many in one timed rotation of three objects, and whether it
 * reads them.
 */
final class RoundtripBuilds {
  private RoundtripBuilds() {}

  public static void main(String[] arguments) {
    for (boolean inPlace : new boolean[] {true, false}) {
      Counting page = new Counting(inPlace);
      Operations.Kind kind =
          Operations.of(page).stream()
              .filter(one -> one.name().equals("roundtrip"))
              .reduce(
                  (one, other) -> {
                    throw new IllegalStateException("There are two round trips.");
                  })
              .orElseThrow();
      Operation operation =
          kind.on(page, new Operation.Subject(null, new Object[] {1, 2, 3}, new Bytes[0], 0));
      int before = page.builds;
      operation.rotate(1);
      System.out.println(before + " " + (page.builds - before) + " " + kind.reads(page));
    }
  }

  private static final class Counting implements MessageAdapter {
    private final boolean inPlace;
    private int builds;

    Counting(boolean inPlace) {
      this.inPlace = inPlace;
    }

    @Override
    public Map<String, String> libraries() {
      return Map.of();
    }

    @Override
    public boolean buildsInPlace() {
      return inPlace;
    }

    @Override
    public Object build(Object object) {
      builds++;
      return object;
    }

    @Override
    public Bytes serialize(Object message) {
      return new Bytes();
    }

    @Override
    public Object deserialize(Bytes message) {
      return message;
    }

    @Override
    public Object extract(Object opened) {
      return opened;
    }
  }
}
