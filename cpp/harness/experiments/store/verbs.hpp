// The verbs of the experiment `store`.
#pragma once

#include <array>

#include "experiments/store/experiment.hpp"
#include "protocol/verbs.hpp"

namespace serbench {

template <class C>
void answer_store_write(const Call& call) {
  store::StoreExperiment<C>(call.replies, call.request, call.facts.codec, call.facts.workload).write();
}

template <class C>
void answer_store_read(const Call& call) {
  store::StoreExperiment<C>(call.replies, call.request, call.facts.codec, call.facts.workload).read();
}

template <class C>
inline constexpr std::array verbs_of_experiment{
    Verb{"store-write", "corpus numbers data index objects threads direct warmup_ns", answer_store_write<C>},
    Verb{"store-read", "corpus numbers data index objects ids level threads direct keep_objects warmup_ns",
         answer_store_read<C>},
};

}  // namespace serbench
