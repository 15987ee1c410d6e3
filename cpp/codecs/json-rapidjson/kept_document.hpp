// A parsed document whose memory is kept for the next one.
#pragma once

#include <rapidjson/document.h>

#include <memory>
#include <optional>

#include "traits.hpp"

namespace serbench {

// A pool whose memory is one buffer, which grows until it holds all that a document takes.
class KeptPool {
 public:
  using Pool = rapidjson::MemoryPoolAllocator<>;

  Pool& pool() { return *pool_; }

  // What came from the pool is gone.
  void clear() {
    const std::size_t capacity = pool_->Capacity();
    if (capacity <= bytes_) {
      pool_->Clear();
      return;
    }
    // What found no room lies in chunks from the heap, which a pool frees when it is cleared.
    pool_.reset();
    bytes_ = 2 * capacity;
    buffer_ = std::make_unique_for_overwrite<std::byte[]>(bytes_);
    pool_.emplace(buffer_.get(), bytes_);
  }

 private:
  std::size_t bytes_ = 4096;
  std::unique_ptr<std::byte[]> buffer_ = std::make_unique_for_overwrite<std::byte[]>(bytes_);
  std::optional<Pool> pool_{std::in_place, buffer_.get(), bytes_};
};

class KeptDocument {
 public:
  // The text ends at a NUL and is changed: strings are unescaped where they lie.
  const rapidjson::Value& parse(char* text) {
    values_.clear();
    stack_.clear();
    document_.ParseInsitu<rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag>(text);
    if (document_.HasParseError()) {
      throw Malformed("RapidJSON refuses the text.");
    }
    return document_;
  }

 private:
  using Pool = KeptPool::Pool;

  static constexpr std::size_t first_stack_bytes = 1024;

  KeptPool values_;
  KeptPool stack_;
  rapidjson::GenericDocument<rapidjson::UTF8<>, Pool, Pool> document_{&values_.pool(), first_stack_bytes,
                                                                      &stack_.pool()};
};

}  // namespace serbench
