// The verbs of the experiment `store`.
#pragma once

#include <array>

#include "experiments/store/answers.hpp"

namespace serbench {

template <class C>
inline constexpr std::array verbs_of_experiment{store_write_verb<C>, store_read_verb<C>};

}  // namespace serbench
