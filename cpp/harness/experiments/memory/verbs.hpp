// The verbs that time operations in memory.
#pragma once

#include <string>
#include <vector>

#include "experiments/classic/experiment.hpp"
#include "experiments/memory/experiment.hpp"
#include "protocol/verbs.hpp"
#include "timing/calibration.hpp"

namespace serbench {

template <class C>
void answer_measure(Replies& replies, const Request& request, const BuildFacts&) {
  const SamplingPlan plan{request.number("sample_ns"), request.number("samples"), request.number("warmup_ns"),
                          request.number("budget_ns")};
  const std::vector<std::string> operations = request.list("operations");
  const Corpus<ObjectOf<C>> corpus = load_corpus<ObjectOf<C>>(request.text("corpus"));
  MemoryExperiment<C>(replies, corpus, plan).run(operations);
}

template <class C>
void answer_classic(Replies& replies, const Request& request, const BuildFacts& facts) {
  const std::uint64_t iterations = request.number("iterations"), index = request.number("object");
  const bool split = request.has("split") && request.number("split") != 0;
  tell_library(replies, facts);
  classic<C>(replies, corpus_of_one(load_corpus<ObjectOf<C>>(request.text("corpus")), index), iterations,
             split);
}

inline void answer_calibrate(Replies& replies, const Request& request, const BuildFacts&) {
  const SamplingPlan plan{request.number("sample_ns"), request.number("samples"), 0, 0};
  calibrate(replies, load_corpus<Image>(request.text("corpus")), plan);
}

template <class C>
std::vector<Verb> verbs_of_experiment() {
  return {
      {"measure",
       {"corpus", "operations", "sample_ns", "samples", "warmup_ns", "budget_ns"},
       answer_measure<C>},
      {"classic", {"corpus", "object", "iterations", "split"}, answer_classic<C>},
      {"calibrate", {"corpus", "sample_ns", "samples"}, answer_calibrate},
  };
}

}  // namespace serbench
