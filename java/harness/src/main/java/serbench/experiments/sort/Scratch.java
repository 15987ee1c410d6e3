package serbench.experiments.sort;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;

/** The folder of the runs. Threads may share it. */
final class Scratch implements Closeable {
  private final String folder;
  private final boolean direct;
  private final List<Run> runs = new ArrayList<>();

  Scratch(String folder, boolean direct) {
    this.folder = folder;
    this.direct = direct;
  }

  /** A new run, whose records have been merged so often. */
  synchronized Run run(int merges) {
    Run run = new Run(folder + "/run-" + runs.size(), direct, merges);
    runs.add(run);
    return run;
  }

  /** Gives back what the disk holds of all runs, also of those that are closed already. */
  @Override
  public void close() {
    runs.forEach(Run::close);
  }
}
