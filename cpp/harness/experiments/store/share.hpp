// What one thread of the store experiment works on and what it has done.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "adapter.hpp"
#include "experiments/store/phases.hpp"
#include "experiments/store/pool.hpp"
#include "values/objects.hpp"

namespace serbench::store {

inline std::uint64_t block_objects(const Pool& pool, std::uint64_t most) {
  const std::uint64_t mean_bytes = pool.bytes() / pool.size() + 1;
  return std::clamp<std::uint64_t>(bytes_a_block / mean_bytes, 1, most);
}

// What one thread has done.
struct StoreShare {
  PhaseTimes phases;
  std::uint64_t bytes = 0;   // of the messages
  std::uint64_t digest = 0;  // the sum of the digests of what came back
  std::uint64_t touch = 0;   // the sum of what was read
};

// Fresh objects of the pool, as an application holds those that it is about to write.
template <class Object>
class PoolObjects {
 public:
  explicit PoolObjects(const Pool& pool) : pool_(pool) {}

  void make(std::span<const std::uint64_t> numbers, std::vector<Object>& objects) {
    objects.clear();
    for (const std::uint64_t number : numbers) {
      make(number, objects.emplace_back());
    }
  }

  void make(std::uint64_t object, Object& made) {
    pool_.bytes_of(object, bytes_);
    if constexpr (std::same_as<Object, Image>) {
      made.bytes.assign(bytes_.bytes());
    } else {
      try {
        read_canonical(bytes_.bytes(), made);
      } catch (const Malformed& fault) {
        throw RequestError("The corpus is not of this runner's schema: " + std::string(fault.what()));
      }
    }
  }

 private:
  const Pool& pool_;
  ByteBuffer bytes_;
};

}  // namespace serbench::store
