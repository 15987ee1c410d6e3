// The verbs of the experiment `store` (PROTOCOL.md: store-write, store-read).
#pragma once

#include <array>

#include "build_facts.hpp"
#include "experiment_store.hpp"

namespace serbench {

template <class C>
class StoreVerbs {
 public:
  static constexpr std::array<const char*, 2> names{"store-write", "store-read"};

  // False for a verb that is none of them.
  static bool answer(Replies& replies, const Request& request, const BuildFacts& facts) {
    if (request.verb() == "store-write") {
      request.allow({"corpus", "numbers", "data", "index", "objects", "threads", "direct", "warmup_ns"});
      store::StoreExperiment<C>(replies, request, facts.codec, facts.workload).write();
      return true;
    }
    if (request.verb() == "store-read") {
      request.allow({"corpus", "numbers", "data", "index", "objects", "ids", "level", "threads", "direct",
                     "keep_objects", "warmup_ns"});
      store::StoreExperiment<C>(replies, request, facts.codec, facts.workload).read();
      return true;
    }
    return false;
  }
};

}  // namespace serbench
