// Times operations: PROTOCOL.md, "Sample".
#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>

namespace serbench {

// Keeps a result: the compiler must assume that somebody reads the value, what it points to, and all memory.
template <class T>
inline void keep(const T& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

inline std::uint64_t clock_ns(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

// Both clocks since it was made: the thread's CPU time and the wall's.
class Stopwatch {
 public:
  std::uint64_t cpu_ns() const { return clock_ns(CLOCK_THREAD_CPUTIME_ID) - cpu_; }
  std::uint64_t wall_ns() const { return clock_ns(CLOCK_MONOTONIC) - wall_; }

 private:
  std::uint64_t wall_ = clock_ns(CLOCK_MONOTONIC);
  std::uint64_t cpu_ = clock_ns(CLOCK_THREAD_CPUTIME_ID);
};

struct Sample {
  std::uint64_t n;
  std::uint64_t cpu_ns;
  std::uint64_t wall_ns;
};

// One sample: `rotations` times through all objects. The operation is inlined into the loop, whose own cost
// is an increment and a comparison.
template <class Operation>
[[gnu::noinline]] Sample sample(Operation& operation, std::size_t objects, std::uint64_t rotations) {
  const Stopwatch watch;
  for (std::uint64_t rotation = 0; rotation != rotations; ++rotation) {
    for (std::size_t index = 0; index != objects; ++index) {
      operation(index);
    }
  }
  const std::uint64_t cpu_ns = watch.cpu_ns();
  return {rotations * objects, cpu_ns, watch.wall_ns()};
}

struct SamplingPlan {
  std::uint64_t sample_ns;  // CPU time that a sample takes at least
  std::uint64_t samples;
  std::uint64_t warmup_ns;  // wall time before the first sample
  std::uint64_t budget_ns;  // wall time after which 3 samples are enough
};

// Warms up and calibrates at once: the number of rotations doubles until a sample is long enough, then runs
// of that length go on until the warm-up is over; one that falls short by then, as warm code is faster,
// doubles the number again. Two in a row have to be long enough: one may be so by a stall.
template <class Operation>
std::uint64_t calibrated_rotations(Operation& operation, std::size_t objects, const SamplingPlan& plan) {
  constexpr std::uint64_t certain = 2;
  std::uint64_t rotations = 1;
  std::uint64_t long_enough = 0;
  const Stopwatch watch;
  while (long_enough < certain || watch.wall_ns() < plan.warmup_ns) {
    if (sample(operation, objects, rotations).cpu_ns >= plan.sample_ns) {
      ++long_enough;
    } else {
      rotations *= 2;
      long_enough = 0;
    }
  }
  return rotations;
}

// Takes the samples and hands each to `record` as it ends.
template <class Operation, class Record>
void take_samples(Operation& operation, std::size_t objects, std::uint64_t rotations,
                  const SamplingPlan& plan, Record&& record) {
  constexpr std::uint64_t fewest = 3;
  const Stopwatch watch;
  for (std::uint64_t taken = 0; taken != plan.samples; ++taken) {
    if (taken >= fewest && watch.wall_ns() >= plan.budget_ns) {
      return;
    }
    record(sample(operation, objects, rotations));
  }
}

}  // namespace serbench
