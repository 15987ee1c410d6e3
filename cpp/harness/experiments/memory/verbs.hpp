// The verbs that time operations in memory.
#pragma once

#include <array>

#include "experiments/classic/experiment.hpp"
#include "experiments/memory/measuring.hpp"
#include "protocol/verbs.hpp"
#include "timing/calibration.hpp"

namespace serbench {

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
    measure_verb<C>,
    Verb{"classic", answer_classic<C>},
    Verb{"calibrate", answer_calibrate},
};

}  // namespace serbench
