package serbench.protocol;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Set;

/** The keys that may follow each verb; made from protocol.toml by tests/protocol/make.py. */
public final class Keys {
  private static final Map<String, Set<String>> OF =
      Map.ofEntries(
          entry("describe", Set.of()),
          entry("check", Set.of("corpus", "encoded", "values")),
          entry("emit", Set.of("corpus", "out")),
          entry(
              "measure",
              Set.of(
                  "corpus",
                  "operations",
                  "sample_ns",
                  "samples",
                  "warmup_ns",
                  "budget_ns",
                  "keep",
                  "collecting_ns",
                  "encoded")),
          entry("classic", Set.of("corpus", "object", "iterations", "split")),
          entry("calibrate", Set.of("corpus", "sample_ns", "samples")),
          entry(
              "store-write",
              Set.of(
                  "corpus",
                  "numbers",
                  "data",
                  "index",
                  "objects",
                  "order",
                  "threads",
                  "direct",
                  "warmup_ns")),
          entry(
              "store-read",
              Set.of(
                  "corpus",
                  "numbers",
                  "data",
                  "index",
                  "objects",
                  "ids",
                  "level",
                  "threads",
                  "direct",
                  "keep_objects",
                  "warmup_ns")),
          entry(
              "sort",
              Set.of(
                  "data",
                  "index",
                  "sorted_data",
                  "sorted_index",
                  "scratch",
                  "mode",
                  "key",
                  "keys",
                  "distinct",
                  "memory_bytes",
                  "fan_in",
                  "threads",
                  "direct",
                  "warmup_ns")),
          entry(
              "cluster",
              Set.of(
                  "pool",
                  "numbers",
                  "objects",
                  "job_list",
                  "once",
                  "serializer",
                  "master",
                  "maps",
                  "partitions",
                  "compress",
                  "scratch",
                  "repetitions",
                  "warmup_rounds_min",
                  "warmup_rounds_max",
                  "seed",
                  "executor_memory_bytes")),
          entry(
              "relay",
              Set.of("at", "mode", "route", "sources", "sinks", "largest_frame_bytes", "block")),
          entry("rewrite", Set.of("encoded", "out")),
          entry(
              "torture",
              Set.of(
                  "cases",
                  "first",
                  "valid",
                  "digest",
                  "hang_ns",
                  "address_space_bytes",
                  "stack_bytes")));

  private Keys() {}

  /** Those of one verb. */
  public static Set<String> of(String verb) {
    return OF.getOrDefault(verb, Set.of());
  }
}
