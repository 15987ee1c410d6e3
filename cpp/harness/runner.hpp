// A runner: one codec for one workload, serving one request (PROTOCOL.md). One that is built for a
// conformance workload (SERBENCH_CONFORMANCE) times nothing.
#pragma once

#include "calibration.hpp"
#include "conformance.hpp"
#include "experiment_classic.hpp"
#include "store.hpp"

namespace serbench {

// Facts of the build, which CMake passes in.
struct BuildFacts {
  std::string_view codec;
  std::string_view workload;
  std::string_view schema;
  std::string_view library;  // empty where the codec has none
  std::string_view version;
  std::string_view compiler;
  std::string_view flags;
};

template <IsCodec C>
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
    } else if (!time(request)) {
      throw RequestError("There is no verb \"" + request.verb() + "\".");
    }
  }

  // Answers the verbs that time; false for any other.
  bool time(const Request& request) {
#ifndef SERBENCH_CONFORMANCE
    if (request.verb() == "measure") {
      request.allow({"corpus", "operations", "sample_ns", "samples", "warmup_ns", "budget_ns"});
      const SamplingPlan plan{request.number("sample_ns"), request.number("samples"),
                              request.number("warmup_ns"), request.number("budget_ns")};
      const std::vector<std::string> operations = request.list("operations");
      const Corpus<Object> corpus = load_corpus<Object>(request.text("corpus"));
      MemoryExperiment<C>(replies_, corpus, plan).run(operations);
      return true;
    }
    if (request.verb() == "classic") {
      request.allow({"corpus", "object", "iterations", "split"});
      const std::uint64_t iterations = request.number("iterations"), index = request.number("object");
      const bool split = request.has("split") && request.number("split") != 0;
      tell_library();
      classic<C>(replies_, corpus_of_one(load_corpus<Object>(request.text("corpus")), index), iterations,
                 split);
      return true;
    }
    if (request.verb() == "calibrate") {
      request.allow({"corpus", "sample_ns", "samples"});
      const SamplingPlan plan{request.number("sample_ns"), request.number("samples"), 0, 0};
      calibrate(replies_, load_corpus<Image>(request.text("corpus")), plan);
      return true;
    }
    return answer_store(replies_, request, facts_.codec, facts_.workload);
#else
    return false;
#endif
  }

  void tell_library() {
    if (!facts_.library.empty()) {
      replies_.line("library", {{"name", facts_.library}, {"version", facts_.version}});
    }
  }

  void describe() {
    tell_library();
    for_each_operation<C>([&]<class Operation>() {
      replies_.operation_line(Operation::name, Operation::side, Operation::reads);
    });
    for (const char* verb : {"describe", "check", "emit"}) {
      replies_.line("verb", {{"name", verb}});
    }
#ifndef SERBENCH_CONFORMANCE
    for (const char* verb : {"measure", "classic", "calibrate", "store-write", "store-read"}) {
      replies_.line("verb", {{"name", verb}});
    }
#endif
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
