// A runner: one codec for one workload, serving one request (PROTOCOL.md).
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "bench.hpp"
#include "experiments/memory/conformance.hpp"
#include "experiments/memory/operations.hpp"
#include "protocol/verbs.hpp"

namespace serbench {

template <IsCodec C>
class Runner {
 public:
  // Serves the verbs of every runner and these.
  Runner(const BuildFacts& facts, const std::vector<Verb>& verbs) : facts_(facts) {
    verbs_.insert(verbs_.end(), verbs.begin(), verbs.end());
  }

  // Returns the exit status.
  int serve(int count, char** arguments) {
    replies_.line("runner", {{"protocol", "1"},
                             {"language", "cpp"},
                             {"codec", facts_.codec},
                             {"workload", facts_.workload},
                             {"schema", facts_.schema}});
    try {
      answer(Request(count, arguments));
    } catch (const std::exception& fault) {
      replies_.line("error", {{"detail", fault.what()}});
      return 2;
    }
    replies_.line("end");
    return 0;
  }

 private:
  void answer(const Request& request) {
    if (request.verb() == "describe") {
      request.allow({});
      describe();
      return;
    }
    const auto is_asked = [&request](const Verb& verb) { return verb.name == request.verb(); };
    const auto verb = std::find_if(verbs_.begin(), verbs_.end(), is_asked);
    if (verb == verbs_.end()) {
      throw RequestError("There is no verb \"" + request.verb() + "\".");
    }
    request.allow(verb->keys);
    verb->answer(replies_, request, facts_);
  }

  void describe() {
    tell_library(replies_, facts_);
    for_each_operation<C>([&]<class Operation>() {
      replies_.operation_line(Operation::name, Operation::side, Operation::reads);
    });
    replies_.line("verb", {{"name", "describe"}});
    for (const Verb& verb : verbs_) {
      replies_.line("verb", {{"name", verb.name}});
    }
    replies_.line("unit", {{"name", "utf8"}});
    replies_.line("build", {{"compiler", facts_.compiler}, {"flags", facts_.flags}});
  }

  BuildFacts facts_;
  std::vector<Verb> verbs_ = verbs_of_conformance<C>();
  Replies replies_;
};

}  // namespace serbench
