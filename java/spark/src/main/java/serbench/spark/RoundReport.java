package serbench.spark;

import java.util.List;
import serbench.protocol.Replies;

/** Tells the stages of a round and what they add up to. */
record RoundReport(Replies replies, Job job, int round, boolean warm) {
  /** Returns the CPU time of all stages. */
  long tell(List<Stage> stages, long wallNs, long cachedBytes) {
    for (int i = 0; i < stages.size(); i++) {
      tell(job.stage(i, stages.get(i)), stages.get(i));
    }
    long cpuNs = stages.stream().mapToLong(Stage::cpuNs).sum();
    replies.line(
        "round",
        "job",
        job.name(),
        "round",
        round,
        "warm",
        warm ? 1 : 0,
        "wall_ns",
        wallNs,
        "cpu_ns",
        cpuNs,
        "run_ns",
        stages.stream().mapToLong(Stage::runNs).sum(),
        "gc_ns",
        stages.stream().mapToLong(Stage::gcNs).sum(),
        "cached_bytes",
        cachedBytes);
    return cpuNs;
  }

  private void tell(String name, Stage stage) {
    long objects = job.objectsPerRecord();
    replies.line(
        "stage",
        "job",
        job.name(),
        "round",
        round,
        "warm",
        warm ? 1 : 0,
        "stage",
        name,
        "cpu_ns",
        stage.cpuNs(),
        "run_ns",
        stage.runNs(),
        "wall_ns",
        stage.wallNs(),
        "gc_ns",
        stage.gcNs(),
        "objects",
        job.spread(),
        "bytes_written",
        stage.bytesWritten(),
        "bytes_read",
        stage.bytesRead(),
        "spilled_bytes",
        stage.spilledBytes(),
        "disk_spilled_bytes",
        stage.diskSpilledBytes(),
        "serialize_ns",
        stage.metered(Meter.Sums.SERIALIZE_NS),
        "serialized_objects",
        objects * stage.metered(Meter.Sums.SERIALIZED),
        "deserialize_ns",
        stage.metered(Meter.Sums.DESERIALIZE_NS),
        "deserialized_objects",
        objects * stage.metered(Meter.Sums.DESERIALIZED));
  }
}
