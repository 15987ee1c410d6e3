// Reading records of a store, block by block, and proving what came back.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "experiments/memory/verifying.hpp"
#include "experiments/store/file.hpp"
#include "experiments/store/share.hpp"

namespace serbench::store {

// How a record that has been read is used; each is one member of StoreReading.
enum class Level { bytes, decode, access_one, access_all };

// What every thread that reads has been asked for.
struct ReadRequest {
  Level level = Level::decode;
  std::uint64_t block = 0;
  bool keep_objects = false;
};

// One thread that reads.
template <class C>
class StoreReading {
  using Object = ObjectOf<C>;

 public:
  StoreReading(const Pool& pool, const StoreReader& reader, const ReadRequest& request)
      : pool_(pool), objects_of_pool_(pool), reader_(reader), request_(request) {}

  void warm_up(std::uint64_t warmup_ns) {
    if (warmup_ns == 0 || request_.level == Level::bytes) {
      return;
    }
    EncodedMessages<C> messages(client_, warm_up_objects());
    const Stopwatch watch;
    while (watch.wall_ns() < warmup_ns) {
      use(messages.views());
      objects_.clear();
    }
    share_ = {};
  }

  // Reads the objects of these numbers as one block.
  void run(std::span<const std::uint64_t> numbers) {
    reader_.locate(numbers, extents_);
    plan_.make(extents_, reader_.granule());
    page_.require(plan_.buffer_bytes);
    share_.phases.timed(Phase::read, [&] {
      for (const Window& window : plan_.windows) {
        reader_.read(page_.data() + window.place, window.offset, window.bytes, window.needed);
      }
    });
    views_.clear();
    for (std::size_t i = 0; i != extents_.size(); ++i) {
      views_.push_back({page_.data() + plan_.places[i], extents_[i].bytes});
      share_.bytes += extents_[i].bytes;
    }
    use(views_);
    prove(numbers);
    release();
  }

  // Lets go of all objects that were kept.
  void finish() {
    if (request_.keep_objects) {
      share_.phases.timed(Phase::free, [&] { kept_.clear(); });
    }
  }

  StoreShare& share() { return share_; }

 private:
  std::vector<Object>& warm_up_objects() {
    std::vector<std::uint64_t> numbers(std::min<std::uint64_t>(pool_.size(), request_.block));
    std::iota(numbers.begin(), numbers.end(), 0);
    objects_of_pool_.make(numbers, made_);
    return made_;
  }

  void use(std::span<const Bytes> messages) {
    if (request_.level == Level::decode) {
      objects_.reserve(messages.size());
      share_.phases.timed(Phase::decode, [&] { decode(messages); });
      if constexpr (!is_raw<C>) {
        share_.phases.timed(Phase::touch, [&] { touch_objects(); });
      }
    } else if (request_.level == Level::access_one) {
      access_messages<One>(messages);
    } else if (request_.level == Level::access_all) {
      access_messages<All>(messages);
    }
  }

  void decode(std::span<const Bytes> messages) {
    for (const Bytes message : messages) {
      client_.decode(message, objects_.emplace_back());
    }
  }

  void touch_objects() {
    std::uint64_t sum = 0;
    for (const Object& object : objects_) {
      sum += touch_object(object, All{});
    }
    keep(sum);
  }

  template <class Plan>
  void access_messages(std::span<const Bytes> messages) {
    if constexpr (accesses<C, Plan>) {
      touches_.resize(messages.size());
      share_.phases.timed(Phase::touch, [&] {
        for (std::size_t i = 0; i != messages.size(); ++i) {
          touches_[i] = client_.access(messages[i], Plan{});
        }
      });
    }
  }

  // Compares what came back with the pool. A Failure knows the object's number.
  void prove(std::span<const std::uint64_t> numbers) {
    for (std::size_t i = 0; i != numbers.size(); ++i) {
      if (request_.level == Level::access_one) {
        prove_touch<One>(numbers[i], touches_[i]);
      } else if (request_.level == Level::access_all) {
        prove_touch<All>(numbers[i], touches_[i]);
      } else {
        pool_.bytes_of(numbers[i], scratch_);
        const std::uint64_t expected = xxh64(scratch_.bytes());
        const std::uint64_t digest =
            request_.level == Level::bytes ? xxh64(views_[i]) : digest_of_object(objects_[i], scratch_);
        require_same_digest(digest, expected, numbers[i]);
        share_.digest += digest;
      }
    }
  }

  template <class Plan>
  void prove_touch(std::uint64_t number, std::uint64_t read) {
    Object expected;
    objects_of_pool_.make(number, expected);
    require_same_touch({.touch = read, .expected_touch = touch_object(expected, Plan{})}, number);
    share_.touch += read;
  }

  void release() {
    if (request_.level != Level::decode) {
      return;
    }
    if (request_.keep_objects) {
      kept_.push_back(std::move(objects_));
      objects_ = std::vector<Object>();
    } else {
      share_.phases.timed(Phase::free, [&] { objects_.clear(); });
    }
  }

  const Pool& pool_;
  PoolObjects<Object> objects_of_pool_;
  const StoreReader& reader_;
  ReadRequest request_;
  StoreShare share_;
  Client<C> client_;
  std::vector<Extent> extents_;
  ReadPlan plan_;
  PageBuffer page_;
  std::vector<Bytes> views_;
  std::vector<Object> made_;
  std::vector<Object> objects_;
  std::vector<std::vector<Object>> kept_;
  std::vector<std::uint64_t> touches_;
  ByteBuffer scratch_;
};

}  // namespace serbench::store
