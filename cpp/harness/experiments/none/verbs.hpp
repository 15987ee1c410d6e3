// The verbs of runners that prove and never time: no further ones.
#pragma once

#include <array>

#include "protocol/verbs.hpp"

namespace serbench {

template <class C>
inline constexpr std::array<Verb, 0> verbs_of_experiment{};

}  // namespace serbench
