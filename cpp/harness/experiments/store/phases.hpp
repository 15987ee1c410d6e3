// The phases of an experiment with files.
#pragma once

#include <string_view>

#include "timing/phase_times.hpp"

namespace serbench::store {

enum class Phase { encode, copy, write, fsync, read, decode, touch, free };

inline constexpr std::array<std::string_view, 8> phase_names = {"encode", "copy",   "write", "fsync",
                                                                "read",   "decode", "touch", "free"};

using PhaseTimes = serbench::PhaseTimes<Phase, phase_names.size()>;

}  // namespace serbench::store
