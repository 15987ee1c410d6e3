// The verb of the experiment `torture`.
#pragma once

#include <array>

#include "experiments/torture/torture.hpp"
#include "protocol/verbs.hpp"

namespace serbench {

template <class C>
void answer_torture(const Bench& bench) {
  const Request& request = bench.request;
  const torture::Asked asked{
      .cases = request.text("cases"),
      .first = request.number("first"),
      .valid = request.text("valid"),
      .digest = request.text("digest"),
      .hang_ns = request.number("hang_ns"),
      .address_space_bytes = request.number("address_space_bytes"),
      .stack_bytes = request.number("stack_bytes"),
  };
  torture::Torture<C>(bench.replies, asked).run();
}

template <class C>
inline constexpr std::array verbs_of_experiment{
    Verb{"torture", answer_torture<C>},
};

}  // namespace serbench
