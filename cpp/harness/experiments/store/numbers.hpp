// Lists of objects' numbers, 8 bytes each, and how threads go through their shares of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/store/file.hpp"

namespace serbench::store {

// The numbers that are asked for: those of a file, or without one 0, 1, 2 …
class Numbers {
 public:
  // No file where `path` is empty.
  explicit Numbers(const std::string& path) {
    if (!path.empty()) {
      list_.emplace(path, 0);
    }
  }

  // Calls f(numbers) for the numbers from the place `begin` to `end`, `block` of them at a time.
  template <class F>
  void for_each_block(std::uint64_t begin, std::uint64_t end, std::uint64_t block, F&& f) const {
    std::vector<std::uint64_t> numbers;
    ByteBuffer bytes;
    for (std::uint64_t at = begin; at < end; at += block) {
      numbers.resize(std::min(block, end - at));
      if (list_) {
        bytes.resize(8 * numbers.size());
        list_->read_some(bytes.data(), 8 * at, bytes.size(), bytes.size());
      }
      for (std::size_t i = 0; i != numbers.size(); ++i) {
        numbers[i] = list_ ? load_little<std::uint64_t>(bytes.data() + 8 * i) : at + i;
      }
      f(std::span<const std::uint64_t>(numbers));
    }
  }

  // Throws RequestError unless the list holds each of the numbers 0 … `count` − 1 once.
  void require_order(std::uint64_t count) const {
    constexpr std::uint64_t at_once = 8192;
    if (!list_) {
      return;
    }
    const std::string why = "does not hold each number below " + std::to_string(count) + " once";
    if (list_->size() != 8 * count) {
      list_->refuse(why);
    }
    std::vector<bool> seen(count);
    for_each_block(0, count, at_once, [&](std::span<const std::uint64_t> numbers) {
      for (const std::uint64_t number : numbers) {
        if (number >= count || seen[number]) {
          list_->refuse(why);
        }
        seen[number] = true;
      }
    });
  }

 private:
  std::optional<StoreFile> list_;
};

}  // namespace serbench::store
