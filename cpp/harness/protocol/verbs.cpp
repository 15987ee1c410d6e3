#include "protocol/verbs.hpp"

#include <exception>
#include <string>

#include "protocol/keys.hpp"

namespace serbench {

namespace {

const Verb& verb_named(const std::string& name, std::span<const Verb> common,
                       std::span<const Verb> of_experiment) {
  for (const std::span<const Verb> verbs : {common, of_experiment}) {
    for (const Verb& verb : verbs) {
      if (verb.name == name) {
        return verb;
      }
    }
  }
  throw RequestError("There is no verb \"" + name + "\".");
}

}  // namespace

int serve(const BuildFacts& facts, std::span<const Verb> common, std::span<const Verb> of_experiment,
          int count, char** arguments) {
  Replies replies;
  replies.line("runner", {{"protocol", "1"},
                          {"language", "cpp"},
                          {"codec", facts.codec},
                          {"workload", facts.workload},
                          {"schema", facts.schema}});
  try {
    const Request request(count, arguments);
    const Verb& verb = verb_named(request.verb(), common, of_experiment);
    request.allow(keys_of(verb.name));
    verb.answer({replies, request, facts, common, of_experiment});
  } catch (const std::exception& fault) {
    replies.line("error", {{"detail", fault.what()}});
    return 2;
  }
  replies.line("end");
  return 0;
}

void tell_verbs_and_build(const Bench& bench) {
  for (const std::span<const Verb> verbs : {bench.common, bench.of_experiment}) {
    for (const Verb& verb : verbs) {
      bench.replies.line("verb", {{"name", verb.name}});
      if (verb.tell_more != nullptr) {
        verb.tell_more(bench);
      }
    }
  }
  bench.replies.line("unit", {{"name", "utf8"}});
  bench.replies.line("build", {{"compiler", bench.facts.compiler}, {"flags", bench.facts.flags}});
}

}  // namespace serbench
