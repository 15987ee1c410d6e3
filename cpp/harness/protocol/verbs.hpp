// The verbs that a runner serves, in a table.
//
// What serves them is compiled out of line: code in the unit of a codec weighs on what the compiler inlines
// into the timed work (docs/decisions/0004).
#pragma once

#include <span>
#include <string_view>

#include "protocol/build_facts.hpp"
#include "protocol/replies.hpp"
#include "protocol/requests.hpp"

namespace serbench {

struct Verb;

// What a request is served with, by a runner with these verbs.
struct Bench {
  Replies& replies;
  const Request& request;
  const BuildFacts& facts;
  std::span<const Verb> common;
  std::span<const Verb> of_experiment;
};

// A verb of PROTOCOL.md, what answers its requests, and where there is more to tell of the verb what adds
// that to `describe`.
struct Verb {
  std::string_view name;
  void (*answer)(const Bench&);
  void (*tell_more)(const Bench&) = nullptr;
};

// Serves the one request of a runner and returns its exit status. `common` are the verbs of every runner.
int serve(const BuildFacts& facts, std::span<const Verb> common, std::span<const Verb> of_experiment,
          int count, char** arguments);

// What every runner tells about itself behind its operations: its verbs and its build.
void tell_verbs_and_build(const Bench& bench);

}  // namespace serbench
