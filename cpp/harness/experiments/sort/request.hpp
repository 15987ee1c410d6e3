// What a sort is asked for, and the keys of the mode `raw`.
#pragma once

#include <string>
#include <vector>

#include "experiments/sort/memory.hpp"
#include "protocol/requests.hpp"

namespace serbench::sort {

struct SortRequest {
  std::uint64_t memory_bytes;
  std::uint64_t fan_in;
  std::uint64_t threads;
  std::uint64_t warmup_ns;
  bool direct;

  MemoryShare memory() const { return {memory_bytes, memory_bytes}; }
  // What one thread may hold.
  MemoryShare share() const { return {memory_bytes / threads, memory_bytes}; }
};

// Throws RequestError for what cannot be done, and when the store would be written over itself.
SortRequest sort_request(const Request& request);

// A file with a key of 8 bytes for each of `objects` objects. Throws RequestError when it holds others.
std::vector<std::uint64_t> load_keys(const std::string& path, std::uint64_t objects);

}  // namespace serbench::sort
