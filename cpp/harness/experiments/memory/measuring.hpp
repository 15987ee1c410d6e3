// The verb `measure`, which several experiments have.
#pragma once

#include <string>
#include <vector>

#include "experiments/memory/experiment.hpp"
#include "protocol/verbs.hpp"

namespace serbench {

template <class C>
void answer_measure(const Bench& bench) {
  const Request& request = bench.request;
  const SamplingPlan plan{request.number("sample_ns"), request.number("samples"), request.number("warmup_ns"),
                          request.number("budget_ns")};
  const std::uint64_t kept_objects = request.has("keep") ? request.number("keep") : 0;
  const std::vector<std::string> operations = request.list("operations");
  const auto corpus = load_corpus<ObjectOf<C>>(request.text("corpus"));
  MemoryExperiment<C> experiment(bench.replies, corpus, plan, kept_objects);
  if (request.has("encoded")) {
    experiment.read_messages(request.text("encoded"));
  }
  experiment.run(operations);
}

template <class C>
inline constexpr Verb measure_verb{"measure", answer_measure<C>};

}  // namespace serbench
