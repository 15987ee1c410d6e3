// The verbs that time operations in memory.
#pragma once

#include <array>

#include "experiments/classic/experiment.hpp"
#include "experiments/memory/measuring.hpp"
#include "protocol/verbs.hpp"
#include "timing/calibration.hpp"

namespace serbench {

template <class C>
void answer_classic(const Bench& bench) {
  const Request& request = bench.request;
  const std::uint64_t iterations = request.number("iterations"), index = request.number("object");
  const bool split = request.has("split") && request.number("split") != 0;
  tell_library(bench.replies, bench.facts);
  classic<C>(bench.replies, corpus_of_one(load_corpus<ObjectOf<C>>(request.text("corpus")), index),
             iterations, split);
}

inline void answer_calibrate(const Bench& bench) {
  const SamplingPlan plan{bench.request.number("sample_ns"), bench.request.number("samples"), 0, 0};
  calibrate(bench.replies, load_corpus<Image>(bench.request.text("corpus")), plan);
}

template <class C>
inline constexpr std::array verbs_of_experiment{
    measure_verb<C>,
    Verb{"classic", answer_classic<C>},
    Verb{"calibrate", answer_calibrate},
};

}  // namespace serbench
