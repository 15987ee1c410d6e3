// What a runner tells of its own build.
#pragma once

#include <string_view>

#include "protocol/replies.hpp"

namespace serbench {

// CMake passes them in.
struct BuildFacts {
  std::string_view codec;
  std::string_view workload;
  std::string_view schema;
  std::string_view library;  // empty where the codec has none
  std::string_view version;
  std::string_view compiler;
  std::string_view flags;
};

inline void tell_library(Replies& replies, const BuildFacts& facts) {
  if (!facts.library.empty()) {
    replies.line("library", {{"name", facts.library}, {"version", facts.version}});
  }
}

}  // namespace serbench
