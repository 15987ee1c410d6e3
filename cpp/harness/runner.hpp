// A runner: one codec for one workload, serving one request (PROTOCOL.md).
#pragma once

#include "bench.hpp"
#include "build_facts.hpp"
#include "conformance.hpp"
#include "operations.hpp"

namespace serbench {

// `TimedVerbs` are those of an experiment, or NoVerbs.
template <IsCodec C, class TimedVerbs>
class Runner {
  using Object = ObjectOf<C>;

 public:
  explicit Runner(const BuildFacts& facts) : facts_(facts) {}

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
    } else if (request.verb() == "check") {
      request.allow({"corpus", "encoded", "values"});
      check(request);
    } else if (request.verb() == "emit") {
      request.allow({"corpus", "out"});
      const std::string& out = request.text("out");
      emit<C>(replies_, load_corpus<Object>(request.text("corpus")), out);
    } else if (!TimedVerbs::answer(replies_, request, facts_)) {
      throw RequestError("There is no verb \"" + request.verb() + "\".");
    }
  }

  void describe() {
    tell_library(replies_, facts_);
    for_each_operation<C>([&]<class Operation>() {
      replies_.operation_line(Operation::name, Operation::side, Operation::reads);
    });
    for (const char* verb : {"describe", "check", "emit"}) {
      replies_.line("verb", {{"name", verb}});
    }
    for (const char* verb : TimedVerbs::names) {
      replies_.line("verb", {{"name", verb}});
    }
    replies_.line("unit", {{"name", "utf8"}});
    replies_.line("build", {{"compiler", facts_.compiler}, {"flags", facts_.flags}});
  }

  void check(const Request& request) {
    const Corpus<Object> corpus = load_corpus<Object>(request.text("corpus"));
    Check<C> check(replies_, corpus);
    if (request.has("encoded")) {
      check.read_messages(request.text("encoded"));
    }
    if (request.has("values")) {
      check.write_values(request.text("values"));
    }
    check.run();
  }

  BuildFacts facts_;
  Replies replies_;
};

}  // namespace serbench
