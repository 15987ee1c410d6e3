// The verbs that time operations in memory (PROTOCOL.md: measure, classic, calibrate).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "build_facts.hpp"
#include "calibration.hpp"
#include "experiment_classic.hpp"
#include "experiment_memory.hpp"

namespace serbench {

template <class C>
class MemoryVerbs {
  using Object = ObjectOf<C>;

 public:
  static constexpr std::array<const char*, 3> names{"measure", "classic", "calibrate"};

  // False for a verb that is none of them.
  static bool answer(Replies& replies, const Request& request, const BuildFacts& facts) {
    if (request.verb() == "measure") {
      request.allow({"corpus", "operations", "sample_ns", "samples", "warmup_ns", "budget_ns"});
      const SamplingPlan plan{request.number("sample_ns"), request.number("samples"),
                              request.number("warmup_ns"), request.number("budget_ns")};
      const std::vector<std::string> operations = request.list("operations");
      const Corpus<Object> corpus = load_corpus<Object>(request.text("corpus"));
      MemoryExperiment<C>(replies, corpus, plan).run(operations);
      return true;
    }
    if (request.verb() == "classic") {
      request.allow({"corpus", "object", "iterations", "split"});
      const std::uint64_t iterations = request.number("iterations"), index = request.number("object");
      const bool split = request.has("split") && request.number("split") != 0;
      tell_library(replies, facts);
      classic<C>(replies, corpus_of_one(load_corpus<Object>(request.text("corpus")), index), iterations,
                 split);
      return true;
    }
    if (request.verb() == "calibrate") {
      request.allow({"corpus", "sample_ns", "samples"});
      const SamplingPlan plan{request.number("sample_ns"), request.number("samples"), 0, 0};
      calibrate(replies, load_corpus<Image>(request.text("corpus")), plan);
      return true;
    }
    return false;
  }
};

}  // namespace serbench
