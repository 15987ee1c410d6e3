// How deep messages may lie in one another where our own code reads them by recursion.
#pragma once

#include <string>

#include "traits.hpp"

namespace serbench {

// FORMAT.md, section 1. A level takes about a kilobyte of stack, and a thread has 2 MiB or more.
inline constexpr std::uint32_t deepest = 1024;

// One step into messages that can hold themselves, from where its reading begins to where it ends. The count
// is the thread's, because a reader that carried it would no longer be returned in registers.
class Descent {
 public:
  Descent() {
    if (depth_ == deepest) [[unlikely]] {
      refuse();
    }
    ++depth_;
  }
  ~Descent() { --depth_; }
  Descent(const Descent&) = delete;
  Descent& operator=(const Descent&) = delete;

 private:
  [[noreturn, gnu::noinline, gnu::cold]] static void refuse() {
    throw Malformed("Messages lie more than " + std::to_string(deepest) + " deep in one another.");
  }

  static inline thread_local constinit std::uint32_t depth_ = 0;
};

// The step into a message, where its type can hold itself.
struct NoDescent {};
template <PlainMessage T>
using DescentInto = std::conditional_t<is_on_cycle<T>, Descent, NoDescent>;

}  // namespace serbench
