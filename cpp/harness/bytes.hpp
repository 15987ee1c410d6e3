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
  std::size_t capacity() const { return capacity_; }
  Bytes bytes() const { return {data_, size_}; }

  void clear() { size_ = 0; }

  // Grows to at least `wanted` bytes, keeping what is there.
  void reserve(std::size_t wanted) {
    if (wanted > capacity_) {
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
    const std::size_t capacity = wanted > 2 * capacity_ ? wanted : 2 * capacity_;
    void* moved = std::realloc(data_, capacity);
    if (moved == nullptr) {
      throw std::bad_alloc();
    }
    data_ = static_cast<std::byte*>(moved);
    capacity_ = capacity;
  }

  void swap(ByteBuffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
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
