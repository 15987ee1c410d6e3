package serbench.experiments.memory;

import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.KeptMessageAdapter;
import serbench.MessageAdapter;
import serbench.ReuseAdapter;

/**
 * The operations of the design, one class each.
 *
 * <p>All operations of a fork run in one JVM, whose compiler learns from each place in the code
 * which classes pass through it. One timing loop for all operations would teach it that anything
 * can come; so every operation writes out its own loop, and each is compiled for that operation
 * alone.
 */
final class Operations {
  private Operations() {}

  /**
   * An operation before it has a subject.
   *
   * @param startsFromBytes whether messages of another codec can be proved with it
   */
  record Kind(
      String name,
      String side,
      boolean startsFromBytes,
      Predicate<Adapter> available,
      BiFunction<Adapter, Operation.Subject, Operation> maker) {
    boolean isAccess() {
      return name.startsWith("access-");
    }

    /** Whether the timed work reads the content of the messages that it opens or writes out. */
    boolean reads(Adapter adapter) {
      return !(IN_PLACE.test(adapter) && MERE_VIEWS.contains(name));
    }

    /** Throws Failure when the codec fails at what the operation needs beforehand. */
    Operation on(Adapter adapter, Operation.Subject subject) {
      return maker.apply(adapter, subject);
    }
  }

  /** What costs next to nothing where a message is its bytes. */
  private static final Set<String> MERE_VIEWS = Set.of("serialize", "deserialize", "roundtrip");

  private static final Predicate<Adapter> ALWAYS = adapter -> true;
  private static final Predicate<Adapter> ACCESSES = adapter -> adapter instanceof AccessAdapter;
  private static final Predicate<Adapter> REUSES = adapter -> adapter instanceof ReuseAdapter;
  private static final Predicate<Adapter> HAS_MESSAGES =
      adapter -> adapter instanceof MessageAdapter;
  private static final Predicate<Adapter> KEEPS_MESSAGE =
      adapter -> adapter instanceof KeptMessageAdapter;
  private static final Predicate<Adapter> IN_PLACE =
      adapter -> adapter instanceof MessageAdapter messages && messages.buildsInPlace();
  private static final String APPLICATION = "application";
  private static final String LIBRARY = "library";

  private static final List<Kind> ALL =
      List.of(
          new Kind("encode", APPLICATION, false, ALWAYS, ApplicationOperations.Encode::new),
          new Kind("decode", APPLICATION, true, ALWAYS, ApplicationOperations.Decode::new),
          new Kind(
              "decode-reuse", APPLICATION, true, REUSES, ApplicationOperations.DecodeReuse::new),
          new Kind("access-one", APPLICATION, true, ACCESSES, ApplicationOperations.AccessOne::new),
          new Kind(
              "access-tenth", APPLICATION, true, ACCESSES, ApplicationOperations.AccessTenth::new),
          new Kind("access-all", APPLICATION, true, ACCESSES, ApplicationOperations.AccessAll::new),
          new Kind("build", LIBRARY, false, HAS_MESSAGES, LibraryOperations.Build::new),
          new Kind("serialize", LIBRARY, false, HAS_MESSAGES, LibraryOperations.Serialize::new),
          new Kind("deserialize", LIBRARY, true, HAS_MESSAGES, LibraryOperations.Deserialize::new),
          new Kind(
              "deserialize-fresh",
              LIBRARY,
              true,
              KEEPS_MESSAGE,
              LibraryOperations.DeserializeFresh::new),
          new Kind("extract", LIBRARY, true, HAS_MESSAGES, LibraryOperations.Extract::new),
          new Kind(
              "roundtrip",
              LIBRARY,
              false,
              HAS_MESSAGES.or(REUSES).negate(),
              LibraryOperations.Roundtrip::new),
          new Kind(
              "roundtrip",
              LIBRARY,
              false,
              HAS_MESSAGES.negate().and(REUSES),
              LibraryOperations.ReuseRoundtrip::new),
          new Kind(
              "roundtrip",
              LIBRARY,
              false,
              HAS_MESSAGES.and(IN_PLACE.negate()),
              LibraryOperations.MessageRoundtrip::new),
          new Kind("roundtrip", LIBRARY, false, IN_PLACE, LibraryOperations.InPlaceRoundtrip::new));

  /** Those that the codec has. */
  static List<Kind> of(Adapter adapter) {
    return ALL.stream().filter(kind -> kind.available().test(adapter)).toList();
  }
}
