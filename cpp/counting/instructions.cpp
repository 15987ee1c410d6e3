// A library to be preloaded into a runner of any language: it reads the processor's own counter of
// instructions, through the kernel's perf events, for the thread that asks and only outside the kernel.
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace {

// The counter of this thread as a file, or the negative number of the error that there is none.
std::int64_t open_counter() {
  perf_event_attr event{};
  event.size = sizeof event;
  event.type = PERF_TYPE_HARDWARE;
  event.config = PERF_COUNT_HW_INSTRUCTIONS;
  event.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  event.exclude_kernel = 1;
  event.exclude_hv = 1;
  const long file = syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return file >= 0 ? file : -errno;
}

struct Reading {
  std::uint64_t count;
  std::uint64_t enabled_ns;
  std::uint64_t running_ns;
};

}  // namespace

// The instructions that this thread has executed since it asked for the first time, or the negative number of
// an error. A counter that had to be shared with others, and so missed some, is busy.
extern "C" std::int64_t serbench_instructions() {
  thread_local const std::int64_t counter = open_counter();
  if (counter < 0) {
    return counter;
  }
  Reading reading{};
  if (read(static_cast<int>(counter), &reading, sizeof reading) != sizeof reading) {
    return -EIO;
  }
  return reading.running_ns == reading.enabled_ns ? static_cast<std::int64_t>(reading.count) : -EBUSY;
}
