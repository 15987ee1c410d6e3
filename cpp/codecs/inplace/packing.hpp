// Plain values into a message, front to back: a block first, then the parts of its members in their order,
// each with its own parts behind it.
#pragma once

#include "layout.hpp"

namespace serbench {

// A message that grows. Values are stored at positions, since the memory moves when it grows.
class Packer {
 public:
  explicit Packer(ByteBuffer& buffer) : buffer_(buffer) {
    buffer_.clear();
    take_room();
  }

  // Pads the message and hands it to the buffer.
  void finish() {
    append(0, message_alignment);
    if (end_ > largest_message) {
      refuse_size();
    }
    buffer_.resize(end_);
  }

  // Returns the position of a new part, whose bytes are still to be stored. Padding is zero.
  std::size_t append(std::uint64_t size, std::size_t alignment) {
    // The store of the padding may reach 8 bytes beyond the end.
    if (capacity_ - end_ < size + 2 * sizeof(std::uint64_t)) [[unlikely]] {
      grow(size);
    }
    if (alignment != 1) {
      store(end_, std::uint64_t{0});
      end_ = aligned(end_, alignment);
    }
    const std::size_t position = end_;
    end_ += size;
    return position;
  }

  std::size_t append_zeros(std::uint64_t size, std::size_t alignment) {
    const std::size_t position = append(size, alignment);
    std::memset(base_ + position, 0, size);
    return position;
  }

  template <Number T>
  void store(std::size_t at, T value) {
    store_little(base_ + at, value);
  }

  void set_bit(std::size_t at, std::size_t bit) { base_[at + bit / 8] |= std::byte{1} << bit % 8; }

  void copy(std::size_t at, const void* from, std::size_t size) { copy_bytes(base_ + at, from, size); }

  void refer(std::size_t from, std::size_t to) { store(from, static_cast<std::uint32_t>(to - from)); }

  void refer(std::size_t from, std::size_t to, std::size_t count) {
    store(from, static_cast<std::uint32_t>(to - from) | std::uint64_t{count} << 32);
  }

  void descend(bool nested) {
    levels_ += nested;
    if (levels_ > most_levels) {
      throw std::length_error("Messages are nested deeper than 1000 levels.");
    }
  }
  void ascend(bool nested) { levels_ -= nested; }

 private:
  [[gnu::noinline]] void grow(std::uint64_t size) {
    if (size > largest_message || end_ > largest_message - size) {
      refuse_size();
    }
    buffer_.resize(end_);
    buffer_.reserve(end_ + size + 2 * sizeof(std::uint64_t));
    take_room();
  }

  void take_room() {
    base_ = buffer_.data();
    capacity_ = buffer_.capacity();
  }

  [[noreturn, gnu::cold]] static void refuse_size() {
    throw std::length_error("A message is limited to 2 GiB.");
  }

  ByteBuffer& buffer_;
  std::byte* base_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t end_ = 0;
  std::size_t levels_ = 0;
};

// pack stores a value at the position of its room, whose bytes are zero where it is in a block.
template <Number T>
void pack(Packer& out, std::size_t at, T value) {
  out.store(at, value);
}

inline void pack(Packer& out, std::size_t at, bool value) { out.store(at, std::uint8_t{value}); }

template <PlainEnum E>
void pack(Packer& out, std::size_t at, E value) {
  out.store(at, static_cast<std::int32_t>(value));
}

inline void pack_bytes(Packer& out, std::size_t at, const void* from, std::size_t size) {
  if (size == 0) {
    out.store(at, std::uint64_t{0});
    return;
  }
  const std::size_t to = out.append(size, 1);
  out.copy(to, from, size);
  out.refer(at, to, size);
}

inline void pack(Packer& out, std::size_t at, const std::string& value) {
  pack_bytes(out, at, value.data(), value.size());
}

inline void pack(Packer& out, std::size_t at, const std::vector<std::byte>& value) {
  pack_bytes(out, at, value.data(), value.size());
}

// The members of a message into a block of zeros.
template <PlainMessage T>
void pack(Packer& out, std::size_t at, const T& x) {
  visit(x, [&out, at](const auto&... members) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (pack_member<Block<T>, I>(out, at, members), ...);
    }(std::index_sequence_for<decltype(members)...>{});
  });
}

template <class B, std::size_t I, class T>
void pack_member(Packer& out, std::size_t at, const T& member) {
  if constexpr (!has_presence_bit<T>) {
    pack(out, at + B::offset(I), member);
  } else if (member) {
    out.set_bit(at + B::presence_offset, B::presence_bit(I));
    pack(out, at + B::offset(I), *member);
  }
}

template <class T>
void pack(Packer& out, std::size_t at, const std::vector<T>& values) {
  if (values.empty()) {
    out.store(at, std::uint64_t{0});
    return;
  }
  const std::uint64_t size = std::uint64_t{values.size()} * extent<T>.size;
  std::size_t next =
      PlainMessage<T> ? out.append_zeros(size, extent<T>.alignment) : out.append(size, extent<T>.alignment);
  out.refer(at, next, values.size());
  if constexpr (Number<T> && std::endian::native == std::endian::little) {
    out.copy(next, values.data(), size);
  } else {
    const Level level(out, PlainMessage<T>);
    for (const auto& value : values) {
      pack(out, next, static_cast<const T&>(value));
      next += extent<T>.size;
    }
  }
}

template <class Key, class T>
void pack(Packer& out, std::size_t at, const std::map<Key, T>& entries) {
  using E = Entry<Key, T>;
  if (entries.empty()) {
    return;
  }
  std::size_t next = out.append_zeros(std::uint64_t{entries.size()} * E::extent.size, E::alignment);
  out.refer(at, next, entries.size());
  const Level level(out, PlainMessage<T>);
  for (const auto& [key, value] : entries) {
    pack(out, next + E::offset(0), key);
    pack(out, next + E::offset(1), value);
    next += E::extent.size;
  }
}

template <PlainMessage T>
void pack_referred(Packer& out, std::size_t at, const T& x) {
  const Level level(out);
  const std::size_t to = out.append_zeros(extent<T>.size, extent<T>.alignment);
  out.refer(at, to);
  pack(out, to, x);
}

template <PlainMessage T>
void pack(Packer& out, std::size_t at, const std::optional<T>& field) {
  if (field) {
    pack_referred(out, at, *field);
  }
}

template <class T>
void pack(Packer& out, std::size_t at, const std::unique_ptr<T>& field) {
  if (field) {
    pack_referred(out, at, *field);
  }
}

template <class... Cases>
void pack(Packer& out, std::size_t at, const std::variant<std::monostate, Cases...>& oneof) {
  out.store(at, static_cast<std::uint32_t>(oneof.index()));
  std::visit(
      [&out, at]<class Case>(const Case& value) {
        constexpr std::size_t offset = OneofOf<Cases...>::value_offset;
        if constexpr (requires { value.get(); }) {
          pack_referred(out, at + offset, boxed(value));
        } else if constexpr (PlainMessage<Case>) {
          pack_referred(out, at + offset, value);
        } else if constexpr (!std::is_same_v<Case, std::monostate>) {
          pack(out, at + offset, value);
        }
      },
      oneof);
}

inline void pack_root(ByteBuffer& buffer, const Root& object) {
  Packer out(buffer);
  const std::size_t at = out.append_zeros(extent<Root>.size, extent<Root>.alignment);
  pack(out, at, object);
  out.finish();
}

}  // namespace serbench
