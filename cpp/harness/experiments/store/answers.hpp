// The verbs store-write and store-read, for the experiments whose runners have them.
#pragma once

#include "experiments/store/experiment.hpp"
#include "protocol/verbs.hpp"

namespace serbench {

template <class C>
void answer_store_write(const Bench& bench) {
  store::StoreExperiment<C>(bench.replies, bench.request, bench.facts.codec, bench.facts.workload).write();
}

template <class C>
void answer_store_read(const Bench& bench) {
  store::StoreExperiment<C>(bench.replies, bench.request, bench.facts.codec, bench.facts.workload).read();
}

template <class C>
inline constexpr Verb store_write_verb{"store-write", answer_store_write<C>};

template <class C>
inline constexpr Verb store_read_verb{"store-read", answer_store_read<C>};

}  // namespace serbench
