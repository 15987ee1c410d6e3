// The steps of a relay.
#pragma once

#include <string_view>

#include "timing/phase_times.hpp"

namespace serbench::relay {

enum class Phase { read, decode, route, encode, write };

inline constexpr std::array<std::string_view, 5> phase_names = {"read", "decode", "route", "encode", "write"};

using PhaseTimes = serbench::PhaseTimes<Phase, phase_names.size()>;

}  // namespace serbench::relay
