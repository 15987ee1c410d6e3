// The verbs of every runner: describe, check and emit (PROTOCOL.md).
#pragma once

#include <array>
#include <string>

#include "bench.hpp"
#include "experiments/memory/conformance.hpp"
#include "experiments/memory/operations.hpp"
#include "protocol/verbs.hpp"

namespace serbench {

template <IsCodec C>
void describe(const Call& call) {
  tell_library(call.replies, call.facts);
  for_each_operation<C>([&]<class Operation>() {
    call.replies.operation_line(Operation::name, Operation::side, Operation::reads);
  });
  tell_verbs_and_build(call);
}

template <IsCodec C>
void answer_check(const Call& call) {
  const auto corpus = load_corpus<ObjectOf<C>>(call.request.text("corpus"));
  Check<C> check(call.replies, corpus);
  if (call.request.has("encoded")) {
    check.read_messages(call.request.text("encoded"));
  }
  if (call.request.has("values")) {
    check.write_values(call.request.text("values"));
  }
  check.run();
}

template <IsCodec C>
void answer_emit(const Call& call) {
  const std::string& out = call.request.text("out");
  emit<C>(call.replies, load_corpus<ObjectOf<C>>(call.request.text("corpus")), out);
}

template <IsCodec C>
inline constexpr std::array common_verbs{
    Verb{"describe", describe<C>},
    Verb{"check", answer_check<C>},
    Verb{"emit", answer_emit<C>},
};

}  // namespace serbench
