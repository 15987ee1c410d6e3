// The verbs of the experiment `evolution`.
#pragma once

#include <array>

#include "experiments/evolution/rewriting.hpp"
#include "experiments/memory/measuring.hpp"
#include "protocol/verbs.hpp"

namespace serbench {

template <class C>
void answer_rewrite(const Bench& bench) {
  if constexpr (rewrites_messages<C>) {
    rewrite<C>(bench.replies, bench.request.text("encoded"), bench.request.text("out"));
  } else {
    throw RequestError("This codec has no messages that are both read and written.");
  }
}

template <class C>
inline constexpr std::array verbs_of_experiment{
    measure_verb<C>,
    Verb{"rewrite", answer_rewrite<C>},
};

}  // namespace serbench
