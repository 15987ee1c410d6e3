// The verbs of the experiment `sort`, whose runners write and read stores too.
#pragma once

#include <array>

#include "experiments/sort/experiment.hpp"
#include "experiments/store/answers.hpp"

namespace serbench {

template <class C>
void answer_sort(const Call& call) {
  sort::SortExperiment<C>(call.replies, call.request, call.facts.codec, call.facts.workload).run();
}

template <class C>
inline constexpr std::array verbs_of_experiment{
    store_write_verb<C>,
    store_read_verb<C>,
    Verb{"sort", answer_sort<C>},
};

}  // namespace serbench
