// The phases of an experiment with files.
#pragma once

#include <string_view>

#include "timing/phase_times.hpp"

namespace serbench::store {

// How many objects are handled between two looks at the clocks: fewer where these would take too much memory.
inline constexpr std::uint64_t objects_a_block = 256;
inline constexpr std::uint64_t objects_a_random_block = 64;
inline constexpr std::uint64_t bytes_a_block = 8 << 20;

enum class Phase { encode, copy, write, fsync, read, decode, touch, free };

inline constexpr std::array<std::string_view, 8> phase_names = {"encode", "copy",   "write", "fsync",
                                                                "read",   "decode", "touch", "free"};

using PhaseTimes = serbench::PhaseTimes<Phase, phase_names.size()>;

}  // namespace serbench::store
