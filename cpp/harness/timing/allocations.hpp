// What an operation allocates, where somebody counts: a library that is preloaded for it (cpp/counting), so
// that a process whose operations are timed pays nothing.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>

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

}  // namespace serbench
