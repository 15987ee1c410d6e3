// Bytes, the buffer they grow in, and numbers in the little-endian order of FORMAT.md.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace serbench {

using Bytes = std::span<const std::byte>;

template <class T>
concept Number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

// Blocks of a known size, one from the front and one from the back, which overlap.
template <std::size_t front, std::size_t back = front>
void copy_ends(std::byte* to, const std::byte* from, std::size_t count) {
  std::memcpy(to, from, front);
  std::memcpy(to + count - back, from + count - back, back);
}

// Copies mostly short strings. Their size is not known when compiling, and the call of memcpy would cost more
// than the copy. Blocks of 64 and 32 bytes take the fewest instructions whatever the widest register is.
inline void copy_bytes(std::byte* to, const void* source, std::size_t count) {
  const auto* from = static_cast<const std::byte*>(source);
  if (count > 128) {
    std::memcpy(to, from, count);
  } else if (count > 96) {
    copy_ends<64>(to, from, count);
  } else if (count > 64) {
    copy_ends<64, 32>(to, from, count);
  } else if (count > 32) {
    copy_ends<32>(to, from, count);
  } else if (count >= 16) {
    copy_ends<16>(to, from, count);
  } else if (count >= 8) {
    copy_ends<8>(to, from, count);
  } else if (count >= 4) {
    copy_ends<4>(to, from, count);
  } else if (count >= 2) {
    copy_ends<2>(to, from, count);
  } else if (count == 1) {
    *to = *from;
  }
}

// A growing buffer whose bytes are never set to zero first, which std::vector and std::string cannot help
// doing. It keeps its memory between uses.
class ByteBuffer {
 public:
  ByteBuffer() = default;
  ByteBuffer(ByteBuffer&& other) noexcept { swap(other); }
  ByteBuffer& operator=(ByteBuffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~ByteBuffer() { std::free(data_); }

  std::byte* data() { return data_; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return static_cast<std::size_t>(limit_ - data_); }
  std::byte* limit() const { return limit_; }
  Bytes bytes() const { return {data_, size_}; }

  void clear() { size_ = 0; }

  // Grows to at least `wanted` bytes, keeping what is there.
  void reserve(std::size_t wanted) {
    if (wanted > capacity()) {
      grow(wanted);
    }
  }

  // Sets the number of bytes; those beyond the old size have no defined value until they are written.
  void resize(std::size_t size) {
    reserve(size);
    size_ = size;
  }

  void append(const void* from, std::size_t count) {
    const std::size_t before = size_;
    resize(before + count);
    if (count != 0) {
      std::memcpy(data_ + before, from, count);
    }
  }

  void assign(Bytes bytes) {
    clear();
    append(bytes.data(), bytes.size());
  }

 private:
  [[gnu::noinline]] void grow(std::size_t wanted) {
    const std::size_t larger = wanted > 2 * capacity() ? wanted : 2 * capacity();
    void* moved = std::realloc(data_, larger);
    if (moved == nullptr) {
      throw std::bad_alloc();
    }
    data_ = static_cast<std::byte*>(moved);
    limit_ = data_ + larger;
  }

  void swap(ByteBuffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(limit_, other.limit_);
  }

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::byte* limit_ = nullptr;
};

template <class T>
T swapped_if_big_endian(T value) {
  if constexpr (std::endian::native == std::endian::little || sizeof(T) == 1) {
    return value;
  } else {
    auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    for (std::size_t i = 0; i != raw.size() / 2; ++i) {
      std::swap(raw[i], raw[raw.size() - 1 - i]);
    }
    return std::bit_cast<T>(raw);
  }
}

template <Number T>
T load_little(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return swapped_if_big_endian(value);
}

template <Number T>
void store_little(std::byte* to, T value) {
  const T ordered = swapped_if_big_endian(value);
  std::memcpy(to, &ordered, sizeof ordered);
}

}  // namespace serbench
