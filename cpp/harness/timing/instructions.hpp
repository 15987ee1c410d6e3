// The instructions of an operation, where somebody counts: a library that is preloaded for it (cpp/counting),
// so that a process whose operations are timed pays nothing.
#pragma once

#include <dlfcn.h>

#include <cstdint>

namespace serbench {

// The instructions of this thread so far; negative where they cannot be told.
using CountOfInstructions = std::int64_t (*)();

// The counter of the preloaded library; null where there is none.
inline CountOfInstructions instruction_counter() {
  return reinterpret_cast<CountOfInstructions>(dlsym(RTLD_DEFAULT, "serbench_instructions"));
}

}  // namespace serbench
