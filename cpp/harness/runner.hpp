// The verbs of every runner: describe, check and emit (PROTOCOL.md).
#pragma once

#include <array>
#include <string>

#include "adapter.hpp"
#include "experiments/memory/conformance.hpp"
#include "experiments/memory/operations.hpp"
#include "protocol/verbs.hpp"

namespace serbench {

template <IsCodec C>
void describe(const Bench& bench) {
  tell_library(bench.replies, bench.facts);
  for_each_operation<C>([&]<class Operation>() {
    bench.replies.operation_line(Operation::name, Operation::side, Operation::reads);
  });
  tell_verbs_and_build(bench);
}

template <IsCodec C>
void answer_check(const Bench& bench) {
  const auto corpus = load_corpus<ObjectOf<C>>(bench.request.text("corpus"));
  Check<C> check(bench.replies, corpus);
  if (bench.request.has("encoded")) {
    check.read_messages(bench.request.text("encoded"));
  }
  if (bench.request.has("values")) {
    check.write_values(bench.request.text("values"));
  }
  check.run();
}

template <IsCodec C>
void answer_emit(const Bench& bench) {
  const std::string& out = bench.request.text("out");
  emit<C>(bench.replies, load_corpus<ObjectOf<C>>(bench.request.text("corpus")), out);
}

template <IsCodec C>
inline constexpr std::array common_verbs{
    Verb{"describe", describe<C>},
    Verb{"check", answer_check<C>},
    Verb{"emit", answer_emit<C>},
};

}  // namespace serbench
