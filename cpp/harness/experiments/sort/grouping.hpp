// Which chunks are merged together.
#pragma once

#include <cstdint>
#include <vector>

namespace serbench::sort {

// How many consecutive chunks each merge of a pass takes, when there are more than can be merged at once; the
// chunks after those stay as they are. A pass merges no more than it must so that one merge is left; where it
// cannot, it merges all of which it can make full groups.
inline std::vector<std::uint64_t> groups_of_pass(std::uint64_t chunks, std::uint64_t fan_in) {
  if (chunks > fan_in * fan_in) {
    return std::vector<std::uint64_t>(chunks / fan_in, fan_in);
  }
  // Each merge of n chunks leaves n − 1 fewer.
  const std::uint64_t fewer = chunks - fan_in;
  std::vector<std::uint64_t> groups(fewer / (fan_in - 1), fan_in);
  if (fewer % (fan_in - 1) != 0) {
    groups.push_back(fewer % (fan_in - 1) + 1);
  }
  return groups;
}

}  // namespace serbench::sort
