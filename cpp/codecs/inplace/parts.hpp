// Finds the parts of a message in untrusted bytes.
#pragma once

#include "layout.hpp"

namespace serbench {

// Hands out the parts as they are referred to. They lie in the order in which they are reached, none over
// another; anything else is refused, so that a walk reads no byte twice, whatever the bytes say: they can
// neither lead in circles nor stand for more than they hold.
class Parts {
 public:
  // The block of the root is there when this is made.
  explicit Parts(Bytes bytes)
      : begin_(bytes.data()), free_(begin_ + extent<Root>.size), end_(begin_ + bytes.size()) {}

  static void require_root(Bytes bytes) {
    if (bytes.size() < extent<Root>.size || bytes.size() % message_alignment != 0) {
      refuse("The bytes are no whole message.");
    }
  }

  const std::byte* root() const { return begin_; }

  // The part of `size` bytes to which the reference at `from` leads. Products of two 32-bit numbers and sums
  // with a third cannot overflow 64 bits.
  const std::byte* follow(const std::byte* from, std::uint64_t size, std::size_t alignment) {
    const std::uint64_t distance = load_little<std::uint32_t>(from);
    if (distance < static_cast<std::uint64_t>(free_ - from) ||
        distance + size > static_cast<std::uint64_t>(end_ - from)) [[unlikely]] {
      refuse("An offset does not lead to a free place in the message.");
    }
    const std::byte* part = from + distance;
    if (static_cast<std::size_t>(part - begin_) % alignment != 0) [[unlikely]] {
      refuse("An offset leads to a place of another alignment.");
    }
    free_ = part + size;
    return part;
  }

  // Whether every byte but the padding has been handed out.
  void finish() const {
    if (static_cast<std::size_t>(end_ - free_) >= message_alignment) {
      refuse("Bytes are left over after the message.");
    }
  }

  void descend(bool nested) {
    levels_ += nested;
    if (levels_ > most_levels) [[unlikely]] {
      refuse("Messages are nested deeper than 1000 levels.");
    }
  }
  void ascend(bool nested) { levels_ -= nested; }

  [[noreturn, gnu::noinline, gnu::cold]] static void refuse(const char* why) { throw Malformed(why); }

 private:
  const std::byte* begin_;
  const std::byte* free_;
  const std::byte* end_;
  std::size_t levels_ = 0;
};

// The elements of a list or the bytes of a string; no part where there are none.
struct Elements {
  const std::byte* at;
  std::uint32_t count;
};

inline Elements elements(Parts& parts, const std::byte* slot, Extent element) {
  const auto count = load_little<std::uint32_t>(slot + reference.size);
  return {count == 0 ? slot : parts.follow(slot, std::uint64_t{count} * element.size, element.alignment),
          count};
}

inline bool is_referred(const std::byte* reference) { return load_little<std::uint32_t>(reference) != 0; }

// A byte that is 0 or 1.
inline bool load_flag(const std::byte* at) {
  const auto value = std::to_integer<unsigned>(*at);
  if (value > 1) [[unlikely]] {
    Parts::refuse("A bool is neither 0 nor 1.");
  }
  return value == 1;
}

// Whether the member of a block is there, by its bit.
template <class B, std::size_t I>
bool is_present(const std::byte* block) {
  constexpr std::size_t bit = B::presence_bit(I);
  return (std::to_integer<unsigned>(block[B::presence_offset + bit / 8]) >> bit % 8 & 1) != 0;
}

}  // namespace serbench
