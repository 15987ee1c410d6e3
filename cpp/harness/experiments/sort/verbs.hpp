// The verbs of the experiment `sort`, whose runners write and read stores too.
#pragma once

#include <array>

#include "experiments/sort/experiment.hpp"
#include "experiments/store/answers.hpp"

namespace serbench {

template <class C>
void answer_sort(const Bench& bench) {
  sort::SortExperiment<C>(bench.replies, bench.request, bench.facts.codec, bench.facts.workload).run();
}

template <class C>
inline constexpr std::array verbs_of_experiment{
    store_write_verb<C>,
    store_read_verb<C>,
    Verb{"sort", answer_sort<C>},
};

}  // namespace serbench
