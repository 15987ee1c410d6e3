// The phases of an experiment with files, each timed for itself and over many objects at once.
#pragma once

#include <array>
#include <string_view>

#include "timing/sampler.hpp"

namespace serbench::store {

enum class Phase { encode, copy, write, fsync, read, decode, touch, free };

inline constexpr std::array<std::string_view, 8> phase_names = {"encode", "copy",   "write", "fsync",
                                                                "read",   "decode", "touch", "free"};

struct PhaseTime {
  std::uint64_t wall_ns = 0;
  std::uint64_t cpu_ns = 0;
  bool timed = false;
};

// The phases of one thread.
class PhaseTimes {
 public:
  template <class F>
  void timed(Phase phase, F&& work) {
    const Stopwatch watch;
    work();
    const std::uint64_t cpu_ns = watch.cpu_ns(), wall_ns = watch.wall_ns();
    PhaseTime& time = times_[static_cast<std::size_t>(phase)];
    time.wall_ns += wall_ns;
    time.cpu_ns += cpu_ns;
    time.timed = true;
  }

  const std::array<PhaseTime, phase_names.size()>& all() const { return times_; }

 private:
  std::array<PhaseTime, phase_names.size()> times_;
};

}  // namespace serbench::store
