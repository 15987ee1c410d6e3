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

// Appends to a buffer through a raw pointer. The pointers are members of a local object of which nothing
// takes the address (`grown` gets values), so the compiler keeps them in registers.
template <class Policy>
class Writer {
 public:
  explicit Writer(ByteBuffer& buffer)
      : buffer_(buffer), at_(buffer.data() + buffer.size()), limit_(buffer.data() + buffer.capacity()) {}

  // The bytes are in the buffer once this is called.
  void finish() { buffer_.resize(static_cast<std::size_t>(at_ - buffer_.data())); }

  void need(std::size_t count) {
    if (static_cast<std::size_t>(limit_ - at_) < count) [[unlikely]] {
      const Room room = grown(buffer_, at_, count);
      at_ = room.at;
      limit_ = room.limit;
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

  // Bytes for which there is room already.
  void raw(const void* from, std::size_t count) {
    copy(at_, static_cast<const std::byte*>(from), count);
    at_ += count;
  }

 private:
  struct Room {
    std::byte* at;
    std::byte* limit;
  };

  [[gnu::noinline]] static Room grown(ByteBuffer& buffer, std::byte* at, std::size_t count) {
    buffer.resize(static_cast<std::size_t>(at - buffer.data()));
    const std::size_t used = buffer.size();
    buffer.reserve(used + count);
    return {buffer.data() + used, buffer.data() + buffer.capacity()};
  }

  // Short strings are copied in steps of 16 bytes, the last one overlapping its predecessor: the size is not
  // known when compiling, and the call of memcpy would cost more than the copy.
  static void copy(std::byte* to, const std::byte* from, std::size_t count) {
    constexpr std::size_t step = 16;
    if (count < step || count > 16 * step) {
      if (count != 0) {
        std::memcpy(to, from, count);
      }
      return;
    }
    const std::size_t last = count - step;
    for (std::size_t i = 0; i < last; i += step) {
      std::memcpy(to + i, from + i, step);
    }
    std::memcpy(to + last, from + last, step);
  }

  ByteBuffer& buffer_;
  std::byte* at_;
  std::byte* limit_;
};

template <class Policy, Number T>
void write(Writer<Policy>& out, T value) {
  if constexpr (is_strict<Policy>) {
    out.number(with_canonical_nan(value));
  } else {
    out.number(value);
  }
}

template <class Policy>
void write(Writer<Policy>& out, bool value) {
  out.number(static_cast<std::uint8_t>(value));
}

template <class Policy, PlainEnum E>
void write(Writer<Policy>& out, E value) {
  out.number(static_cast<std::int32_t>(value));
}

template <class Policy>
void write(Writer<Policy>& out, const std::string& value) {
  out.count(value.size(), value.size());
  out.raw(value.data(), value.size());
}

template <class Policy>
void write(Writer<Policy>& out, const std::vector<std::byte>& value) {
  out.count(value.size(), value.size());
  out.raw(value.data(), value.size());
}

template <class Policy>
void write(Writer<Policy>& out, const std::vector<bool>& values) {
  out.count(values.size(), values.size());
  for (const bool value : values) {
    write(out, value);
  }
}

template <class Policy, class T>
void write(Writer<Policy>& out, const std::vector<T>& values) {
  constexpr bool as_block = Number<T> && std::endian::native == std::endian::little &&
                            !(is_strict<Policy> && std::is_floating_point_v<T>);
  if constexpr (as_block) {
    out.count(values.size(), values.size() * sizeof(T));
    out.raw(values.data(), values.size() * sizeof(T));
  } else {
    out.count(values.size());
    for (const T& value : values) {
      write(out, value);
    }
  }
}

// std::map has its keys in FORMAT.md's order already: std::string compares bytes as unsigned numbers.
template <class Policy, class Key, class T>
void write(Writer<Policy>& out, const std::map<Key, T>& entries) {
  out.count(entries.size());
  for (const auto& [key, value] : entries) {
    write(out, key);
    write(out, value);
  }
}

template <class Policy, class T>
void write(Writer<Policy>& out, const std::optional<T>& field) {
  write(out, field.has_value());
  if (field) {
    write(out, *field);
  }
}

template <class Policy, class T>
void write(Writer<Policy>& out, const std::unique_ptr<T>& field) {
  write(out, field != nullptr);
  if (field) {
    write(out, *field);
  }
}

// Cases are told apart by position, because two of them may have the same type.
template <class Policy, class... Cases>
void write(Writer<Policy>& out, const std::variant<std::monostate, Cases...>& oneof) {
  out.number(static_cast<std::uint32_t>(oneof.index()));
  std::visit(
      [&out]<class Case>(const Case& value) {
        if constexpr (requires { value.get(); }) {
          write(out, boxed(value));
        } else if constexpr (!std::is_same_v<Case, std::monostate>) {
          write(out, value);
        }
      },
      oneof);
}

}  // namespace serbench
