// The verbs of runners that prove and never time.
#pragma once

#include <vector>

#include "protocol/verbs.hpp"

namespace serbench {

template <class C>
std::vector<Verb> verbs_of_experiment() {
  return {};
}

}  // namespace serbench
