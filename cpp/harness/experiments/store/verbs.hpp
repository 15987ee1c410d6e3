// The verbs of the experiment `store`.
#pragma once

#include <vector>

#include "experiments/store/experiment.hpp"
#include "protocol/verbs.hpp"

namespace serbench {

template <class C>
void answer_store_write(Replies& replies, const Request& request, const BuildFacts& facts) {
  store::StoreExperiment<C>(replies, request, facts.codec, facts.workload).write();
}

template <class C>
void answer_store_read(Replies& replies, const Request& request, const BuildFacts& facts) {
  store::StoreExperiment<C>(replies, request, facts.codec, facts.workload).read();
}

template <class C>
std::vector<Verb> verbs_of_experiment() {
  return {
      {"store-write",
       {"corpus", "numbers", "data", "index", "objects", "threads", "direct", "warmup_ns"},
       answer_store_write<C>},
      {"store-read",
       {"corpus", "numbers", "data", "index", "objects", "ids", "level", "threads", "direct", "keep_objects",
        "warmup_ns"},
       answer_store_read<C>},
  };
}

}  // namespace serbench
