package serbench.experiments.relay;

import java.util.EnumSet;
import java.util.Set;
import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.MessageAdapter;
import serbench.RequestError;
import serbench.TouchAdapter;

/** What a relay does with each message. */
enum Mode {
  FORWARD("forward"),
  PEEK("peek"),
  REUSE("reuse"),
  FRESH("fresh"),
  UPDATE("update"),
  SPLIT("split"),
  ENVELOPE("envelope"),
  MESSAGE("message");

  private static final Set<Route> NONE = EnumSet.noneOf(Route.class);
  private static final Set<Route> SHUFFLE = EnumSet.of(Route.SHUFFLE);
  private static final Set<Route> BOTH = EnumSet.allOf(Route.class);

  final String text;

  Mode(String text) {
    this.text = text;
  }

  /** The mode of a name. Throws RequestError where there is none. */
  static Mode named(String name) {
    for (Mode mode : values()) {
      if (mode.text.equals(name)) {
        return mode;
      }
    }
    throw new RequestError("There is no mode \"" + name + "\".");
  }

  /** Those that the mode has with a codec; none where the codec lacks the mode. */
  Set<Route> routes(Subject subject) {
    Adapter adapter = subject.adapter();
    boolean objects = !subject.floor();
    return switch (this) {
      case FORWARD -> SHUFFLE;
      case PEEK -> adapter instanceof AccessAdapter ? BOTH : NONE;
      case REUSE -> objects && subject.reuses() ? BOTH : NONE;
      case FRESH -> objects ? BOTH : NONE;
      case UPDATE -> objects && subject.relayed().hasNumber() ? BOTH : NONE;
      case SPLIT -> objects && subject.relayed().hasBatch() ? BOTH : NONE;
      case ENVELOPE -> objects && subject.relayed().isEnvelope() ? BOTH : NONE;
      case MESSAGE -> ofMessages(adapter);
    };
  }

  private static Set<Route> ofMessages(Adapter adapter) {
    if (!(adapter instanceof MessageAdapter messages) || !messages.rewrites()) {
      return NONE;
    }
    return adapter instanceof TouchAdapter ? BOTH : SHUFFLE;
  }

  /** The route of a name. Throws RequestError where a codec lacks it, or the mode. */
  Route route(String name, Subject subject) {
    Set<Route> routes = routes(subject);
    if (routes.isEmpty()) {
      throw new RequestError("This codec has no mode \"" + text + "\".");
    }
    for (Route route : routes) {
      if (route.text.equals(name)) {
        return route;
      }
    }
    throw new RequestError(
        "The mode \"" + text + "\" of this codec has no route \"" + name + "\".");
  }
}
