#include "experiments/sort/request.hpp"

#include <fcntl.h>

#include <algorithm>
#include <filesystem>

#include "experiments/store/file.hpp"

namespace serbench::sort {

namespace {

void require_other_file(const std::string& from, const std::string& to) {
  std::error_code none;
  if (std::filesystem::equivalent(from, to, none)) {
    throw RequestError("The file " + to + " is one of the store that is sorted.");
  }
}

}  // namespace

SortRequest sort_request(const Request& request) {
  const SortRequest asked{.memory_bytes = request.number("memory_bytes"),
                          .fan_in = request.number("fan_in"),
                          .threads = request.number("threads"),
                          .warmup_ns = request.number("warmup_ns"),
                          .direct = request.number("direct") != 0};
  if (asked.threads == 0) {
    throw RequestError("At least one thread is needed.");
  }
  if (asked.fan_in < 2) {
    throw RequestError("A merge takes at least two chunks at once.");
  }
  for (const char* from : {"data", "index"}) {
    for (const char* to : {"sorted_data", "sorted_index"}) {
      require_other_file(request.text(from), request.text(to));
    }
  }
  return asked;
}

std::vector<std::uint64_t> load_keys(const std::string& path, std::uint64_t objects) {
  constexpr std::uint64_t at_once = 8192;
  const store::StoreFile file(path, O_RDONLY);
  if (file.size() != 8 * objects) {
    file.refuse("does not hold a key of 8 bytes for each of " + std::to_string(objects) + " objects");
  }
  std::vector<std::uint64_t> keys;
  keys.reserve(objects);
  std::byte block[8 * at_once];
  for (std::uint64_t first = 0; first < objects; first += at_once) {
    const std::uint64_t count = std::min(at_once, objects - first);
    file.read_some(block, 8 * first, 8 * count, 8 * count);
    for (std::uint64_t i = 0; i != count; ++i) {
      keys.push_back(load_little<std::uint64_t>(block + 8 * i));
    }
  }
  return keys;
}

}  // namespace serbench::sort
