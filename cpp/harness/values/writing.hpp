// Writes values as FORMAT.md, section 1, has them. The walks over messages are rendered (walks.hpp).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "traits.hpp"

namespace serbench {

// The end of what is written into a buffer. It is small enough to travel in registers, so writers are handed
// in and returned by value: one in memory would have to be loaded and stored again around each field, for the
// compiler must assume that a byte written changes it.
template <class Policy>
class Writer {
 public:
  explicit Writer(ByteBuffer& buffer) : buffer_(&buffer), at_(buffer.data() + buffer.size()) {}

  // The bytes are in the buffer once this is called.
  void finish() const { buffer_->resize(written()); }

  void need(std::size_t count) {
    if (static_cast<std::size_t>(buffer_->limit() - at_) < count) [[unlikely]] {
      at_ = grown(*buffer_, written(), count);
    }
  }

  template <Number T>
  void number(T value) {
    need(sizeof value);
    store_little(at_, value);
    at_ += sizeof value;
  }

  // A count of up to 2^32 - 1 and then room for `bytes` more, asked for together.
  void count(std::size_t count, std::size_t bytes = 0) {
    if (count > std::numeric_limits<std::uint32_t>::max()) [[unlikely]] {
      throw std::length_error("A value has more than 4294967295 elements or bytes.");
    }
    need(sizeof(std::uint32_t) + bytes);
    store_little(at_, static_cast<std::uint32_t>(count));
    at_ += sizeof(std::uint32_t);
  }

  // A count, and behind it the bytes of what it counts. All come by value: what lies in memory would be
  // loaded again after each store, for the same reason.
  void block(std::size_t size, const void* from, std::size_t bytes) {
    count(size, bytes);
    copy_bytes(at_, from, bytes);
    at_ += bytes;
  }

 private:
  std::size_t written() const { return static_cast<std::size_t>(at_ - buffer_->data()); }

  [[gnu::noinline]] static std::byte* grown(ByteBuffer& buffer, std::size_t used, std::size_t count) {
    buffer.resize(used);
    buffer.reserve(used + count);
    return buffer.data() + used;
  }

  ByteBuffer* buffer_;
  std::byte* at_;
};

template <class Policy, Number T>
Writer<Policy> write(Writer<Policy> out, T value) {
  if constexpr (is_strict<Policy>) {
    out.number(with_canonical_nan(value));
  } else {
    out.number(value);
  }
  return out;
}

template <class Policy>
Writer<Policy> write(Writer<Policy> out, bool value) {
  out.number(static_cast<std::uint8_t>(value));
  return out;
}

template <class Policy, PlainEnum E>
Writer<Policy> write(Writer<Policy> out, E value) {
  out.number(static_cast<std::int32_t>(value));
  return out;
}

template <class Policy>
Writer<Policy> write(Writer<Policy> out, const std::string& value) {
  out.block(value.size(), value.data(), value.size());
  return out;
}

template <class Policy>
Writer<Policy> write(Writer<Policy> out, const std::vector<std::byte>& value) {
  out.block(value.size(), value.data(), value.size());
  return out;
}

template <class Policy>
Writer<Policy> write(Writer<Policy> out, const std::vector<bool>& values) {
  out.count(values.size(), values.size());
  for (const bool value : values) {
    out = write(out, value);
  }
  return out;
}

template <class Policy, class T>
Writer<Policy> write(Writer<Policy> out, const std::vector<T>& values) {
  constexpr bool as_block = Number<T> && std::endian::native == std::endian::little &&
                            !(is_strict<Policy> && std::is_floating_point_v<T>);
  if constexpr (as_block) {
    out.block(values.size(), values.data(), values.size() * sizeof(T));
  } else {
    out.count(values.size());
    for (const T& value : values) {
      out = write(out, value);
    }
  }
  return out;
}

// std::map has its keys in FORMAT.md's order already: std::string compares bytes as unsigned numbers.
template <class Policy, class Key, class T>
Writer<Policy> write(Writer<Policy> out, const std::map<Key, T>& entries) {
  out.count(entries.size());
  for (const auto& [key, value] : entries) {
    out = write(write(out, key), value);
  }
  return out;
}

template <class Policy, class T>
Writer<Policy> write(Writer<Policy> out, const std::optional<T>& field) {
  out = write(out, field.has_value());
  return field ? write(out, *field) : out;
}

template <class Policy, class T>
Writer<Policy> write(Writer<Policy> out, const std::unique_ptr<T>& field) {
  out = write(out, field != nullptr);
  return field ? write(out, *field) : out;
}

// Cases are told apart by position, because two of them may have the same type.
template <class Policy, class... Cases>
Writer<Policy> write(Writer<Policy> out, const std::variant<std::monostate, Cases...>& oneof) {
  out.number(static_cast<std::uint32_t>(oneof.index()));
  return std::visit(
      [out]<class Case>(const Case& value) {
        if constexpr (requires { value.get(); }) {
          return write(out, boxed(value));
        } else if constexpr (std::is_same_v<Case, std::monostate>) {
          return out;
        } else {
          return write(out, value);
        }
      },
      oneof);
}

}  // namespace serbench
