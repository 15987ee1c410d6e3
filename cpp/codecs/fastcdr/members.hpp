// Plain values in CDR (formats/cdr.md), as code generated from an IDL writes and reads them.
#pragma once

#include <fastcdr/Cdr.h>

#include <limits>

#include "adapter.hpp"
#include "reusing.hpp"

namespace serbench {

// Of this namespace, so that the functions below find each other by argument-dependent lookup.
struct Output {
  eprosima::fastcdr::Cdr& cdr;
};

struct Input {
  eprosima::fastcdr::Cdr& cdr;
  std::size_t size;

  std::size_t left() const { return size - cdr.getSerializedDataLength(); }
};

// What Cdr writes and reads by itself, alone and in vectors.
template <class T>
concept Leaf = std::is_arithmetic_v<T> || std::is_same_v<T, std::string>;

// IDL has no empty struct; as in ROS, one octet stands for it.
inline constexpr std::uint8_t nothing = 0;

inline void write_count(Output out, std::size_t count) {
  if (count > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("A sequence of CDR is limited to 2^32 - 1 elements.");
  }
  out.cdr << static_cast<std::uint32_t>(count);
}

// Every element takes a byte at least, so there cannot be more of them than bytes that are left.
inline std::uint32_t read_count(Input in) {
  std::uint32_t count = 0;
  in.cdr >> count;
  if (count > in.left()) {
    throw std::runtime_error("A sequence claims more elements than there are bytes.");
  }
  return count;
}

template <Leaf T>
void write(Output out, const T& value) {
  out.cdr << value;
}
template <Leaf T>
void read(Input in, T& value) {
  in.cdr >> value;
}

template <PlainEnum T>
void write(Output out, const T& value) {
  out.cdr << static_cast<std::int32_t>(value);
}
template <PlainEnum T>
void read(Input in, T& value) {
  std::int32_t number = 0;
  in.cdr >> number;
  value = static_cast<T>(number);
}

template <PlainMessage T>
void write(Output out, const T& message) {
  visit(message, [out](const auto&... members) {
    if constexpr (sizeof...(members) == 0) {
      out.cdr << nothing;
    } else {
      (write(out, members), ...);
    }
  });
}
template <PlainMessage T>
void read(Input in, T& message) {
  visit(message, [in](auto&... members) {
    if constexpr (sizeof...(members) == 0) {
      std::uint8_t ignored = nothing;
      in.cdr >> ignored;
    } else {
      (read(in, members), ...);
    }
  });
}

inline void write(Output out, const std::vector<std::byte>& bytes) {
  write_count(out, bytes.size());
  out.cdr.serializeArray(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}
inline void read(Input in, std::vector<std::byte>& bytes) {
  bytes.resize(read_count(in));
  in.cdr.deserializeArray(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
}

template <class T>
void write(Output out, const std::vector<T>& list) {
  if constexpr (Leaf<T>) {
    out.cdr << list;
  } else {
    write_count(out, list.size());
    for (const T& value : list) {
      write(out, value);
    }
  }
}
template <class T>
void read(Input in, std::vector<T>& list) {
  if constexpr (Leaf<T>) {
    in.cdr >> list;
  } else {
    list.resize(read_count(in));
    for (T& value : list) {
      read(in, value);
    }
  }
}

template <class Key, class T>
void write(Output out, const std::map<Key, T>& map) {
  write_count(out, map.size());
  for (const auto& [key, value] : map) {
    write(out, key);
    write(out, value);
  }
}
template <class Key, class T>
void read(Input in, std::map<Key, T>& map) {
  map.clear();
  for (std::uint32_t count = read_count(in); count != 0; --count) {
    Key key{};
    read(in, key);
    read(in, map.emplace_hint(map.end(), std::move(key), T{})->second);
  }
}

// Presence, then the value; std::optional and std::unique_ptr alike.
template <class Field>
void write_present(Output out, const Field& field) {
  const bool present = static_cast<bool>(field);
  out.cdr << present;
  if (present) {
    write(out, *field);
  }
}
template <class Field>
void read_present(Input in, Field& field) {
  bool present = false;
  in.cdr >> present;
  if (present) {
    read(in, filled(field));
  } else {
    field.reset();
  }
}

template <class T>
void write(Output out, const std::optional<T>& field) {
  write_present(out, field);
}
template <class T>
void read(Input in, std::optional<T>& field) {
  read_present(in, field);
}
template <class T>
void write(Output out, const std::unique_ptr<T>& field) {
  write_present(out, field);
}
template <class T>
void read(Input in, std::unique_ptr<T>& field) {
  read_present(in, field);
}

// A union: its discriminator, 0 where no case is set, then the value. A box is always full here.
inline void write_case(Output, std::monostate) {}
template <class T>
void write_case(Output out, const T& value) {
  write(out, value);
}
template <class T>
void write_case(Output out, const std::unique_ptr<T>& box) {
  write(out, std::as_const(boxed(box)));
}

template <class... Cases>
void write(Output out, const std::variant<std::monostate, Cases...>& oneof) {
  out.cdr << static_cast<std::uint32_t>(oneof.index());
  std::visit([out](const auto& value) { write_case(out, value); }, oneof);
}
template <class... Cases>
void read(Input in, std::variant<std::monostate, Cases...>& oneof) {
  std::uint32_t position = 0;
  in.cdr >> position;
  const auto read_case = [&]<std::size_t... Before>(std::index_sequence<Before...>) {
    return ((position == Before + 1 && (read(in, filled_case<Before + 1>(oneof)), true)) || ...);
  };
  if (position == 0) {
    oneof.template emplace<0>();
  } else if (!read_case(std::index_sequence_for<Cases...>())) {
    throw std::runtime_error("A union has a discriminator that the schema lacks.");
  }
}

}  // namespace serbench
