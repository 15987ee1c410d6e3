// How much of a message a reader lets itself be led through before it refuses.
#pragma once

#include <capnp/message.h>

#include <algorithm>

namespace serbench {

inline constexpr int most_levels = 1000;

// For one pass over a message. A reader counts every word that it goes through, because a pointer may lead
// back to what has been read already. The library's limit is 64 MiB; larger data is data too.
inline capnp::ReaderOptions limits_of_one_pass(std::size_t message_words) {
  capnp::ReaderOptions options;
  options.traversalLimitInWords = std::max<std::uint64_t>(options.traversalLimitInWords, 2 * message_words);
  options.nestingLimit = most_levels;
  return options;
}

// For a reader that is kept open and read any number of times: the count would reach every limit.
inline capnp::ReaderOptions limits_of_any_passes() {
  capnp::ReaderOptions options;
  options.traversalLimitInWords = kj::maxValue;
  options.nestingLimit = most_levels;
  return options;
}

}  // namespace serbench
