package serbench.spark;

import serbench.RequestError;
import serbench.protocol.Bench;
import serbench.protocol.Failure;
import serbench.protocol.Keys;
import serbench.protocol.Replies;
import serbench.protocol.Request;

/** The driver of an application as a runner that serves one request (PROTOCOL.md). */
public final class Main {
  private static final String VERB = "cluster";

  private Main() {}

  /** Spark leaves threads behind, some of which wait for others when a JVM exits by itself. */
  public static void main(String[] arguments) {
    int status = serve(arguments);
    System.err.flush();
    Runtime.getRuntime().halt(status);
  }

  private static int serve(String[] arguments) {
    Replies replies = new Replies();
    try {
      Bench.of(replies, Subject.loader(Settings.codecClassPath())).greet();
      Request request = new Request(arguments);
      if (!request.verb().equals(VERB)) {
        throw new RequestError("There is no verb \"" + request.verb() + "\".");
      }
      request.allow(Keys.of(VERB));
      ClusterExperiment.run(request, replies);
    } catch (RequestError fault) {
      replies.line("error", "detail", fault.getMessage());
      return 2;
    } catch (Exception | LinkageError fault) {
      fault.printStackTrace();
      replies.line("error", "detail", Failure.of(fault).getMessage());
      return 2;
    }
    replies.line("end");
    return 0;
  }
}
