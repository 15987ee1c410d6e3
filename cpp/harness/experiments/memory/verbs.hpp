// The verbs that time operations in memory.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "experiments/classic/experiment.hpp"
#include "experiments/memory/experiment.hpp"
#include "protocol/verbs.hpp"
#include "timing/calibration.hpp"

namespace serbench {

template <class C>
void answer_measure(const Call& call) {
  const Request& request = call.request;
  const SamplingPlan plan{request.number("sample_ns"), request.number("samples"), request.number("warmup_ns"),
                          request.number("budget_ns")};
  const std::uint64_t kept_objects = request.has("keep") ? request.number("keep") : 0;
  const std::vector<std::string> operations = request.list("operations");
  const auto corpus = load_corpus<ObjectOf<C>>(request.text("corpus"));
  MemoryExperiment<C>(call.replies, corpus, plan, kept_objects).run(operations);
}

template <class C>
void answer_classic(const Call& call) {
  const Request& request = call.request;
  const std::uint64_t iterations = request.number("iterations"), index = request.number("object");
  const bool split = request.has("split") && request.number("split") != 0;
  tell_library(call.replies, call.facts);
  classic<C>(call.replies, corpus_of_one(load_corpus<ObjectOf<C>>(request.text("corpus")), index), iterations,
             split);
}

inline void answer_calibrate(const Call& call) {
  const SamplingPlan plan{call.request.number("sample_ns"), call.request.number("samples"), 0, 0};
  calibrate(call.replies, load_corpus<Image>(call.request.text("corpus")), plan);
}

template <class C>
inline constexpr std::array verbs_of_experiment{
    Verb{"measure", "corpus operations sample_ns samples warmup_ns budget_ns keep", answer_measure<C>},
    Verb{"classic", "corpus object iterations split", answer_classic<C>},
    Verb{"calibrate", "corpus sample_ns samples", answer_calibrate},
};

}  // namespace serbench
