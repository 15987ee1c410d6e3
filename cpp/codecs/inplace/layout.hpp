// Where everything lies in a message (formats/inplace.md), computed when compiling: how much room a value
// takes in the block that holds it, and at which offset each member of a block stands.
#pragma once

#include <algorithm>
#include <array>
#include <tuple>

#include "plain.hpp"

namespace serbench {

// Bytes and alignment; the bytes are a multiple of the alignment.
struct Extent {
  std::size_t size;
  std::size_t alignment;
};

// A multiple of this is the size of every message, and in memory its address should be one.
inline constexpr std::size_t message_alignment = 8;
// Half of what the 32 bits of a distance could span, so that no sum of sizes overflows where addresses have
// 32 bits too.
inline constexpr std::uint64_t largest_message = 0x8000'0000;
// Both sides refuse messages nested deeper, because a walk needs stack for each level.
inline constexpr std::size_t most_levels = 1000;

constexpr std::uint64_t aligned(std::uint64_t position, std::size_t alignment) {
  return (position + alignment - 1) & ~std::uint64_t{alignment - 1};
}

// The distance from here to a part, 0 where there is none; in a slot it is followed by the number of
// elements.
inline constexpr Extent reference{sizeof(std::uint32_t), alignof(std::uint32_t)};
inline constexpr Extent slot{2 * reference.size, reference.alignment};

template <class... Members>
struct BlockOf;

struct AsBlock {
  template <class... Members>
  constexpr BlockOf<Members...> operator()(const Members&...) const {
    return {};
  }
};

// The block of a message, by the types of its members.
template <PlainMessage T>
using Block = decltype(visit(std::declval<const T&>(), AsBlock{}));

template <class... Cases>
struct OneofOf;

// Strings, bytes, lists and maps are elements out of line. A list or map holds its messages as blocks, side
// by side; a field refers to its message.
template <class T>
inline constexpr Extent extent = slot;
template <Number T>
inline constexpr Extent extent<T>{sizeof(T), sizeof(T)};
template <>
inline constexpr Extent extent<bool>{1, 1};
template <PlainEnum T>
inline constexpr Extent extent<T> = extent<std::int32_t>;
template <PlainMessage T>
inline constexpr Extent extent<T> = Block<T>::extent;
template <class T>
inline constexpr Extent extent<std::optional<T>> = extent<T>;
template <PlainMessage T>
inline constexpr Extent extent<std::optional<T>> = reference;
template <class T>
inline constexpr Extent extent<std::unique_ptr<T>> = reference;
template <class... Cases>
inline constexpr Extent extent<std::variant<std::monostate, Cases...>> = OneofOf<Cases...>::extent;

// Whether a bit says that the member is there; a reference says it itself.
template <class T>
inline constexpr bool has_presence_bit = false;
template <class T>
inline constexpr bool has_presence_bit<std::optional<T>> = !PlainMessage<T>;

// The members of a block, those of larger alignment first, so that none needs padding before it; then the
// presence bits.
template <class... Members>
struct BlockOf {
  template <std::size_t I>
  using Member = std::tuple_element_t<I, std::tuple<Members...>>;

  static constexpr std::size_t members = sizeof...(Members);
  static constexpr std::array<Extent, members> extents{serbench::extent<Members>...};
  static constexpr std::array<bool, members> with_bit{has_presence_bit<Members>...};

  static constexpr std::size_t offset(std::size_t member) {
    std::size_t before = 0;
    for (std::size_t other = 0; other != members; ++other) {
      const bool stricter = extents[other].alignment > extents[member].alignment;
      const bool alike = extents[other].alignment == extents[member].alignment;
      before += stricter || (alike && other < member) ? extents[other].size : 0;
    }
    return before;
  }

  static constexpr std::size_t presence_offset = (std::size_t{0} + ... + serbench::extent<Members>.size);
  static constexpr std::size_t presence_bits = (std::size_t{0} + ... + (has_presence_bit<Members> ? 1 : 0));
  // Which of the presence bits is the member's.
  static constexpr std::size_t presence_bit(std::size_t member) {
    return static_cast<std::size_t>(std::count(with_bit.begin(), with_bit.begin() + member, true));
  }

  static constexpr std::size_t alignment = std::max({std::size_t{1}, serbench::extent<Members>.alignment...});
  // An empty message takes a byte, so that a list of them is no longer than its bytes.
  static constexpr std::size_t used = std::max<std::size_t>(1, presence_offset + (presence_bits + 7) / 8);
  static constexpr Extent extent{aligned(used, alignment), alignment};
};

// An entry of a map is a block of two members.
template <class Key, class T>
using Entry = BlockOf<Key, T>;

// A case of a oneof takes the room of a field.
template <class T>
inline constexpr Extent case_extent = extent<T>;
template <PlainMessage T>
inline constexpr Extent case_extent<T> = reference;

// The position of the set case, then the room of the largest.
template <class... Cases>
struct OneofOf {
  static constexpr Extent position = extent<std::uint32_t>;
  static constexpr std::size_t alignment = std::max({position.alignment, case_extent<Cases>.alignment...});
  static constexpr std::size_t value_offset = std::max(position.size, alignment);
  static constexpr std::size_t value_size = std::max({case_extent<Cases>.size...});
  static constexpr Extent extent{aligned(value_offset + value_size, alignment), alignment};
};

// A level of nesting, while this lives: a message in another, by a field, or by a list or map that is not
// empty.
template <class Walk>
class Level {
 public:
  explicit Level(Walk& walk, bool nested = true) : walk_(walk), nested_(nested) { walk_.descend(nested_); }
  ~Level() { walk_.ascend(nested_); }
  Level(const Level&) = delete;

 private:
  Walk& walk_;
  bool nested_;
};

}  // namespace serbench
