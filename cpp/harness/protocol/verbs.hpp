// The verbs that a runner serves.
#pragma once

#include <set>
#include <string>

#include "protocol/build_facts.hpp"
#include "protocol/replies.hpp"
#include "protocol/requests.hpp"

namespace serbench {

// A verb of PROTOCOL.md, the keys that its requests may have, and what answers them.
struct Verb {
  std::string name;
  std::set<std::string> keys;
  void (*answer)(Replies&, const Request&, const BuildFacts&);
};

}  // namespace serbench
