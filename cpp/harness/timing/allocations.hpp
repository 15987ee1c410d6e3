// What an operation allocates, where somebody counts: a library that is preloaded for it (cpp/counting), so
// that a process whose operations are timed pays nothing.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace serbench {

// Allocations and bytes that this process has asked for so far.
struct Allocated {
  std::uint64_t allocations = 0;
  std::uint64_t bytes = 0;
};

using CountOfAllocations = void (*)(std::uint64_t* allocations, std::uint64_t* bytes);

// The counter of the preloaded library; null where there is none.
inline CountOfAllocations allocation_counter() {
  return reinterpret_cast<CountOfAllocations>(dlsym(RTLD_DEFAULT, "serbench_allocated"));
}

// The largest request since it was last asked, of the same library; null where there is none.
using LargestAllocation = std::uint64_t (*)();

inline LargestAllocation largest_allocation() {
  return reinterpret_cast<LargestAllocation>(dlsym(RTLD_DEFAULT, "serbench_largest_allocation"));
}

// Has each request above a size told before it is served, where the library is there. What is told to must
// not allocate.
inline void tell_allocations(std::uint64_t above_bytes, void (*tell)(std::uint64_t size_bytes)) {
  using Telling = void (*)(std::uint64_t, void (*)(std::uint64_t));
  if (const auto telling = reinterpret_cast<Telling>(dlsym(RTLD_DEFAULT, "serbench_tell_allocations"))) {
    telling(above_bytes, tell);
  }
}

// Runs an operation once over all objects and counts.
template <class Operation>
Allocated allocated_in_rotation(CountOfAllocations count, Operation& operation, std::size_t objects) {
  Allocated before, after;
  count(&before.allocations, &before.bytes);
  for (std::size_t index = 0; index != objects; ++index) {
    operation(index);
  }
  count(&after.allocations, &after.bytes);
  return {after.allocations - before.allocations, after.bytes - before.bytes};
}

// Counts what a process allocates but for what it does while counting is stopped, where somebody counts.
class AllocationsSoFar {
 public:
  // What has been allocated so far; nothing where they are not counted. What follows does not count.
  std::optional<Allocated> stop() {
    stopped_ = now();
    return count_ == nullptr ? std::nullopt
                             : std::optional(Allocated{stopped_.allocations - excluded_.allocations,
                                                       stopped_.bytes - excluded_.bytes});
  }

  // What follows counts again.
  void go_on() {
    const Allocated found = now();
    excluded_.allocations += found.allocations - stopped_.allocations;
    excluded_.bytes += found.bytes - stopped_.bytes;
  }

 private:
  Allocated now() const {
    Allocated found;
    if (count_ != nullptr) {
      count_(&found.allocations, &found.bytes);
    }
    return found;
  }

  CountOfAllocations count_ = allocation_counter();
  Allocated stopped_;
  Allocated excluded_;
};

}  // namespace serbench
