//! The keys that may follow each verb; made from protocol.toml by tests/protocol/make.py.

const KEYS: &[(&str, &[&str])] = &[
    ("describe", &[]),
    ("check", &["corpus", "encoded", "values"]),
    ("emit", &["corpus", "out"]),
    (
        "measure",
        &[
            "corpus",
            "operations",
            "sample_ns",
            "samples",
            "warmup_ns",
            "budget_ns",
            "keep",
            "collecting_ns",
            "encoded",
        ],
    ),
    ("classic", &["corpus", "object", "iterations", "split"]),
    ("calibrate", &["corpus", "sample_ns", "samples"]),
    (
        "store-write",
        &[
            "corpus",
            "numbers",
            "data",
            "index",
            "objects",
            "order",
            "threads",
            "direct",
            "warmup_ns",
        ],
    ),
    (
        "store-read",
        &[
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
            "warmup_ns",
        ],
    ),
    (
        "sort",
        &[
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
            "warmup_ns",
        ],
    ),
    (
        "cluster",
        &[
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
            "executor_memory_bytes",
        ],
    ),
    (
        "relay",
        &[
            "at",
            "mode",
            "route",
            "sources",
            "sinks",
            "largest_frame_bytes",
            "block",
        ],
    ),
    ("rewrite", &["encoded", "out"]),
    (
        "torture",
        &[
            "cases",
            "first",
            "valid",
            "digest",
            "hang_ns",
            "address_space_bytes",
            "stack_bytes",
        ],
    ),
];

/// Those of one verb.
pub fn keys_of(verb: &str) -> &'static [&'static str] {
    KEYS.iter()
        .find(|(name, _)| *name == verb)
        .map_or(&[], |(_, keys)| keys)
}
