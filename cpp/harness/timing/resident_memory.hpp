// The memory that the process has and has had resident.
#pragma once

#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cstdint>
#include <fstream>
#include <string>

namespace serbench {

// The largest resident size so far, in bytes. On Linux VmHWM is asked, since ru_maxrss still counts the
// process that this one was forked from before it became the runner.
inline std::uint64_t peak_resident_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kibibytes = 0;
    if (word == "VmHWM:" && status >> kibibytes) {
      return kibibytes * 1024;
    }
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

// The resident size now, in bytes; the largest so far where the system does not tell.
inline std::uint64_t resident_bytes() {
  std::ifstream pages("/proc/self/statm");
  std::uint64_t total = 0, resident = 0;
  if (pages >> total >> resident) {
    return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  }
  return peak_resident_bytes();
}

// Gives memory that the allocator holds for later back to the system, so that what is resident is in use.
inline void release_free_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

// Lets peak_resident_bytes begin anew, where the system can.
inline void reset_peak_resident() { std::ofstream("/proc/self/clear_refs") << "5"; }

}  // namespace serbench
