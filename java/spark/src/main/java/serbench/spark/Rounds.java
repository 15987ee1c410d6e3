package serbench.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import serbench.RequestError;
import serbench.protocol.Failure;
import serbench.protocol.Replies;
import serbench.protocol.Request;
import serbench.values.Digest;

/** The rounds of all jobs of an application: proofs, warm-up, measured rounds, proofs. */
final class Rounds {
  private static final long PROGRESS_NS = 300_000_000;

  private final Application application;
  private final Replies replies;
  private final Map<String, Integer> rounds = new HashMap<>();
  // What a round without a proof has to read, by job.
  private final Map<String, Seen> proved = new HashMap<>();
  private long toldNs;

  Rounds(Application application, Replies replies) {
    this.application = application;
    this.replies = replies;
  }

  void run(List<Job> jobs, Request request) {
    List<Job> left = new ArrayList<>(jobs);
    left.removeIf(job -> !survives(job, () -> prove(job, "before")));
    List<String> once = request.has("once") ? request.list("once") : List.of();
    warmUp(left, once, request);
    Random random = new Random(request.number("seed"));
    for (long i = 0; i < request.number("repetitions"); i++) {
      List<Job> order = new ArrayList<>(left);
      if (i > 0) {
        order.removeIf(job -> once.contains(job.name()));
      }
      Collections.shuffle(order, random);
      for (Job job : order) {
        if (!survives(job, () -> measure(job, false))) {
          left.remove(job);
        }
      }
    }
    left.forEach(job -> survives(job, () -> prove(job, "after")));
  }

  private void warmUp(List<Job> left, List<String> once, Request request) {
    Map<Job, WarmUp> warming = new LinkedHashMap<>();
    for (Job job : left) {
      long min = request.number("warmup_rounds_min");
      if (!once.contains(job.name())) {
        warming.put(job, new WarmUp(min, request.number("warmup_rounds_max")));
      }
    }
    while (!warming.isEmpty()) {
      warming.values().removeIf(WarmUp::isOver);
      for (Job job : List.copyOf(warming.keySet())) {
        if (!survives(job, () -> warming.get(job).add(measure(job, true)))) {
          warming.remove(job);
          left.remove(job);
        }
      }
    }
  }

  /** Whether a job is still measured; a failure of one leaves the others alone. */
  private boolean survives(Job job, Runnable step) {
    try {
      step.run();
      return true;
    } catch (RequestError fault) {
      throw fault;
    } catch (Exception fault) {
      // Those of Spark are checked, but no method of its says so.
      application.requireExecutors();
      Failure failure = Faults.of(fault);
      replies.line(
          "failed",
          "job",
          job.name(),
          "outcome",
          failure.outcome(),
          "detail",
          failure.getMessage());
      return false;
    }
  }

  private void prove(Job job, String phase) {
    Job.Ran ran = ran(job, true);
    application.takenStages();
    Seen seen = ran.seen();
    proved.put(job.name(), seen);
    List<Object> pairs = new ArrayList<>(List.of("job", job.name(), "phase", phase));
    pairs.addAll(List.of("first", job.first(), "objects", seen.objects()));
    pairs.addAll(List.of("digest", Digest.text(seen.digest()), "writer", ran.writer()));
    if (job.name().equals("sort")) {
      pairs.addAll(List.of("ordered", seen.ordered() ? 1 : 0));
    }
    replies.line("proof", pairs.toArray());
    requireRight(job, seen);
  }

  private static void requireRight(Job job, Seen seen) {
    if (seen.objects() != job.objects()) {
      throw new Failure(
          "wrong",
          "The job gave " + seen.objects() + " objects where " + job.objects() + " belong.");
    }
    long expected = Seen.expected(Subject.here().pool(), job.first(), job.objects());
    if (seen.digest() != expected) {
      throw new Failure(
          "wrong",
          "The objects that came back have the digest "
              + Digest.text(seen.digest())
              + ", those of the pool "
              + Digest.text(expected)
              + ".");
    }
    if (job.name().equals("sort") && !seen.ordered()) {
      throw new Failure("wrong", "The objects did not come back in the order of their keys.");
    }
  }

  /** Returns the CPU time of the stages of a round. */
  private long measure(Job job, boolean warm) {
    int round = rounds.merge(job.name(), 1, Integer::sum) - 1;
    long began = System.nanoTime();
    Job.Ran ran = ran(job, false);
    long wallNs = System.nanoTime() - began;
    requireSame(job, ran.seen());
    return new RoundReport(replies, job, round, warm)
        .tell(application.takenStages(), wallNs, ran.cachedBytes());
  }

  private void requireSame(Job job, Seen seen) {
    Seen before = proved.get(job.name());
    boolean same = seen.objects() == before.objects() && seen.touch() == before.touch();
    if (!same || job.name().equals("sort") && !seen.ordered()) {
      throw new Failure(
          "wrong",
          String.format(
              "A round gave %d objects with the touch %s, the proof before %d with %s.",
              seen.objects(),
              Long.toUnsignedString(seen.touch()),
              before.objects(),
              Long.toUnsignedString(before.touch())));
    }
  }

  private Job.Ran ran(Job job, boolean proves) {
    int round = rounds.getOrDefault(job.name(), 0);
    application
        .watch()
        .watchTasks(
            (done, total) -> {
              long now = System.nanoTime();
              if (done == total || now - toldNs >= PROGRESS_NS) {
                toldNs = now;
                replies.line(
                    "progress", "job", job.name(), "round", round, "done", done, "total", total);
              }
            });
    Job.Ran ran = job.run(application.reading(proves));
    application.requireRecords();
    return ran;
  }
}
