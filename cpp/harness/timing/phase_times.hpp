// The phases of an experiment, each timed for itself and over many objects at once.
#pragma once

#include <array>

#include "timing/sampler.hpp"

namespace serbench {

struct PhaseTime {
  std::uint64_t wall_ns = 0;
  std::uint64_t cpu_ns = 0;
  bool timed = false;
};

// The phases of one thread; `Phase` is an enum class with `count` values, from 0.
template <class Phase, std::size_t count>
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

  const std::array<PhaseTime, count>& all() const { return times_; }

  // Of all phases together.
  std::uint64_t wall_ns() const {
    std::uint64_t sum_ns = 0;
    for (const PhaseTime& time : times_) {
      sum_ns += time.wall_ns;
    }
    return sum_ns;
  }

 private:
  std::array<PhaseTime, count> times_;
};

}  // namespace serbench
