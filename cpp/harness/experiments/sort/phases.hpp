// The phases of a sort, which has the same ones when it makes chunks and when it merges them, and what it
// counts.
#pragma once

#include <string_view>

#include "timing/phase_times.hpp"

namespace serbench::sort {

enum class Phase { read, copy, decode, key, order, encode, write, fsync, free };

using PhaseTimes = serbench::PhaseTimes<Phase, 9>;

inline constexpr std::array<std::string_view, 9> chunks_phase_names = {
    "chunks-read",   "chunks-copy",  "chunks-decode", "chunks-key", "chunks-sort",
    "chunks-encode", "chunks-write", "chunks-fsync",  "chunks-free"};

inline constexpr std::array<std::string_view, 9> merge_phase_names = {
    "merge-read",   "merge-copy",  "merge-decode", "merge-key", "merge-merge",
    "merge-encode", "merge-write", "merge-fsync",  "merge-free"};

struct Counts {
  std::uint64_t read_bytes = 0;
  std::uint64_t written_bytes = 0;
  std::uint64_t decodes = 0;
  std::uint64_t accesses = 0;
  std::uint64_t comparisons = 0;

  void add(const Counts& other) {
    read_bytes += other.read_bytes;
    written_bytes += other.written_bytes;
    decodes += other.decodes;
    accesses += other.accesses;
    comparisons += other.comparisons;
  }
};

}  // namespace serbench::sort
