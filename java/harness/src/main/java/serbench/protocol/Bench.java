package serbench.protocol;

import java.lang.reflect.InvocationTargetException;
import serbench.ObjectForm;
import serbench.Page;
import serbench.PlainTypes;
import serbench.RelayedForm;
import serbench.RequestError;

/**
 * What a runner was built of, and where it replies. Rendered classes are found by their names: they
 * are made when a runner is built, not when this is compiled.
 */
public record Bench(Replies replies, BuildFacts facts) {
  public static Bench of(Replies replies) {
    return new Bench(replies, made("serbench.rendered.Build", BuildFacts.class));
  }

  /** A new instance of the codec's page, for one thread. */
  public Page page() {
    PlainTypes types = made("serbench.rendered.PlainClasses", PlainTypes.class);
    try {
      Class<?> page = Class.forName("codec.Codec");
      return (Page) page.getConstructor(PlainTypes.class).newInstance(types);
    } catch (InvocationTargetException fault) {
      Throwable cause = fault.getCause();
      if (cause instanceof RuntimeException own) {
        throw own;
      }
      throw new RequestError("The codec cannot be made: " + cause + ".");
    } catch (ReflectiveOperationException fault) {
      throw new RequestError("The codec's page is not complete: " + fault + ".");
    }
  }

  public ObjectForm plainForm() {
    return made("serbench.rendered.PlainForm", ObjectForm.class);
  }

  public RelayedForm relayedForm() {
    return made("serbench.rendered.PlainRelayedForm", RelayedForm.class);
  }

  /** The form of the objects that the codec takes. */
  public ObjectForm form() {
    return page().form(plainForm());
  }

  private static <T> T made(String name, Class<T> type) {
    try {
      return type.cast(Class.forName(name).getConstructor().newInstance());
    } catch (ReflectiveOperationException fault) {
      throw new RequestError("The runner is not complete: " + fault + ".");
    }
  }
}
