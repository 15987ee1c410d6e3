#include "experiments/torture/limits.hpp"

#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

#include "protocol/requests.hpp"

namespace serbench::torture {

namespace {

void limit(int resource, const char* name, std::uint64_t most) {
  rlimit limits{};
  ::getrlimit(resource, &limits);
  limits.rlim_cur = most;
  if (::setrlimit(resource, &limits) != 0) {
    throw RequestError(std::string("The limit of ") + name + " cannot be set: " + std::strerror(errno) + ".");
  }
}

// The address space of this process; 0 where the system does not tell.
std::uint64_t mapped_bytes() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void set_timer(std::uint64_t ns) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(ns / 1'000'000'000);
  timer.it_value.tv_usec = static_cast<suseconds_t>(ns % 1'000'000'000 / 1000);
  ::setitimer(ITIMER_PROF, &timer, nullptr);
}

}  // namespace

void limit_process(std::uint64_t address_space_bytes, std::uint64_t stack_bytes) {
  limit(RLIMIT_CORE, "core dumps", 0);
  if (stack_bytes != 0) {
    limit(RLIMIT_STACK, "the stack", stack_bytes);
  }
  if (address_space_bytes != 0) {
    limit(RLIMIT_AS, "address space", mapped_bytes() + address_space_bytes);
  }
}

CpuLimit::CpuLimit(std::uint64_t limit_ns) { set_timer(limit_ns); }

CpuLimit::~CpuLimit() { set_timer(0); }

}  // namespace serbench::torture
