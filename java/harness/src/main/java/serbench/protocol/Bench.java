package serbench.protocol;

import java.lang.reflect.InvocationTargetException;
import serbench.Adapter;
import serbench.ObjectForm;
import serbench.PlainTypes;
import serbench.RelayedForm;
import serbench.RequestError;

/**
 * What a runner was built of, and where it replies. Rendered classes are found by their names: they
 * are made when a runner is built, not when this is compiled.
 */
public record Bench(Replies replies, ClassLoader classes, BuildFacts facts) {
  public static Bench of(Replies replies) {
    return of(replies, Bench.class.getClassLoader());
  }

  /** Of the codec and the rendered classes that a loader has. */
  public static Bench of(Replies replies, ClassLoader classes) {
    return new Bench(replies, classes, made(classes, "serbench.rendered.Build", BuildFacts.class));
  }

  /** The first line of every reply. */
  public void greet() {
    replies.line(
        "runner",
        "protocol",
        1,
        "language",
        "java",
        "codec",
        facts.codec(),
        "workload",
        facts.workload(),
        "schema",
        facts.schema());
  }

  /** A new instance of the codec's adapter, for one thread. */
  public Adapter adapter() {
    PlainTypes types = types();
    try {
      Class<?> adapter = classes.loadClass("codec.Codec");
      return (Adapter) adapter.getConstructor(PlainTypes.class).newInstance(types);
    } catch (InvocationTargetException fault) {
      Throwable cause = fault.getCause();
      if (cause instanceof RuntimeException own) {
        throw own;
      }
      throw new RequestError("The codec cannot be made: " + cause + ".");
    } catch (ReflectiveOperationException fault) {
      throw new RequestError("The codec's adapter is not complete: " + fault + ".");
    }
  }

  public PlainTypes types() {
    return made("serbench.rendered.PlainClasses", PlainTypes.class);
  }

  public ObjectForm plainForm() {
    return made("serbench.rendered.PlainForm", ObjectForm.class);
  }

  public RelayedForm relayedForm() {
    return made("serbench.rendered.PlainRelayedForm", RelayedForm.class);
  }

  /** The form of the objects that the codec takes. */
  public ObjectForm form() {
    return adapter().form(plainForm());
  }

  private <T> T made(String name, Class<T> type) {
    return made(classes, name, type);
  }

  private static <T> T made(ClassLoader classes, String name, Class<T> type) {
    try {
      return type.cast(classes.loadClass(name).getConstructor().newInstance());
    } catch (ReflectiveOperationException fault) {
      throw new RequestError("The runner is not complete: " + fault + ".");
    }
  }
}
