// How experiments with stores answer: the times of their threads' phases, and failures as lines.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/replies.hpp"
#include "timing/phase_times.hpp"
#include "values/proof.hpp"

namespace serbench::store {

// One line for each phase of a thread that was timed; `names` has the phases in their order.
template <class Phase, std::size_t count>
void tell_phases(Replies& replies, std::uint64_t thread, const PhaseTimes<Phase, count>& phases,
                 const std::array<std::string_view, count>& names) {
  for (std::size_t phase = 0; phase != count; ++phase) {
    const PhaseTime& time = phases.all()[phase];
    if (time.timed) {
      replies.line(
          "phase",
          {{"name", names[phase]}, {"thread", thread}, {"wall_ns", time.wall_ns}, {"cpu_ns", time.cpu_ns}});
    }
  }
}

// What a codec cannot do becomes a `failed` line.
inline void answer(Replies& replies, const std::string& operation, const std::function<void()>& work) {
  std::optional<Failure> failure;
  try {
    work();
  } catch (const RequestError&) {
    throw;
  } catch (...) {
    failure = current_failure(std::nullopt);
  }
  if (failure) {
    replies.failed_line(operation, failure->outcome, failure->index, failure->detail);
  }
}

}  // namespace serbench::store
