// What a process that reads malformed input may use.
#pragma once

#include <cstdint>

namespace serbench::torture {

// Core dumps off, the stack of this thread, and as much address space as there is already and so much more;
// 0 is no limit. Throws RequestError where the system refuses.
void limit_process(std::uint64_t address_space_bytes, std::uint64_t stack_bytes);

// While it exists the process may use so much CPU time and is killed by SIGPROF afterwards.
class CpuLimit {
 public:
  explicit CpuLimit(std::uint64_t limit_ns);
  CpuLimit(const CpuLimit&) = delete;
  CpuLimit& operator=(const CpuLimit&) = delete;
  ~CpuLimit();
};

}  // namespace serbench::torture
