// One operation on malformed input: what it costs and what becomes of it (PROTOCOL.md, torture).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/replies.hpp"
#include "timing/allocations.hpp"
#include "timing/sampler.hpp"

namespace serbench::torture {

// What became of it: one of `digest` and `touch` where it was accepted, otherwise a detail.
struct Finding {
  std::string_view outcome;
  std::optional<std::uint64_t> digest = {};
  std::optional<std::uint64_t> touch = {};
  std::string detail = {};
};

// What the exception being handled means. Only to be called while one is. `opened` says whether the library
// had accepted the bytes before.
Finding current_finding(bool opened);

// What an operation has taken, its requests for memory also where they were refused.
struct Taken {
  std::uint64_t cpu_ns = 0;
  std::uint64_t largest_bytes = 0;
  std::uint64_t allocated_bytes = 0;
};

// Measures what lies between `go_on` and `stop`. A request above 64 MiB is told before it is served, for a
// runner may not live to tell it. There is one meter at a time.
class Meter {
 public:
  explicit Meter(const Replies& replies);

  void go_on();
  // Nothing where it is not going on.
  void stop();
  // What was taken since the last call.
  Taken take() { return std::exchange(taken_, {}); }

 private:
  std::uint64_t allocated_bytes() const;

  CountOfAllocations count_ = allocation_counter();
  LargestAllocation largest_ = largest_allocation();
  std::optional<Stopwatch> watch_;
  std::uint64_t bytes_before_ = 0;
  Taken taken_;
};

void tell_tried(Replies& replies, std::string_view operation, const Finding& finding, const Taken& taken);

// Says what each case is tried with and how long an operation may take.
void tell_torture(Replies& replies, bool has_messages, bool accesses_all, std::uint64_t limit_ns,
                  std::uint64_t valid_ns);

// Where the valid message was not read well: what became of it instead.
std::string told(const Finding& finding);

}  // namespace serbench::torture
