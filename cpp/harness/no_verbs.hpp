// The verbs of runners that prove and never time.
#pragma once

#include <array>

#include "build_facts.hpp"

namespace serbench {

class NoVerbs {
 public:
  static constexpr std::array<const char*, 0> names{};

  static bool answer(Replies&, const Request&, const BuildFacts&) { return false; }
};

}  // namespace serbench
