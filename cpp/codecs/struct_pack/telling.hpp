// What struct_pack has to be told of the plain types; all others it takes apart by itself.
#pragma once

#include <cstddef>
#include <vector>

#include "bench.hpp"

namespace struct_pack {

// Found from where struct_pack asks for it only if it is declared before: std::vector has no namespace of ours.
inline std::size_t sp_get_needed_size(const std::vector<bool>& flags) {
  return sizeof(std::uint64_t) + flags.size();
}

}  // namespace struct_pack

#define STRUCT_PACK_OPTIMIZE  // "How to speed up serialization/deserialization" in its tips
#include <ylt/struct_pack.hpp>

namespace telling {

struct CountMembers {
  template <class... Members>
  std::integral_constant<std::size_t, sizeof...(Members)> operator()(Members&...) const {
    return {};
  }
};
template <class Message>
inline constexpr std::size_t count =
    decltype(serbench::visit(std::declval<Message&>(), CountMembers{}))::value;

// struct_pack's types have at least one member.
template <class Message>
concept Empty = serbench::PlainMessage<Message> && count<Message> == 0;

}  // namespace telling

// How many members a message has, which struct_pack would find out by trying.
template <serbench::PlainMessage Message>
inline constexpr std::size_t struct_pack::members_count<Message> = telling::count<Message>;

// A vector whose elements are bits and not to be had by reference ("custom type" in its introduction): the number
// of elements in eight bytes, then a byte for each.
namespace struct_pack::detail {

template <class Writer>
void sp_serialize_to(Writer& writer, const std::vector<bool>& flags) {
  struct_pack::write(writer, static_cast<std::uint64_t>(flags.size()));
  for (const bool flag : flags) {
    struct_pack::write(writer, flag);
  }
}

template <class Reader>
struct_pack::err_code sp_deserialize_to(Reader& reader, std::vector<bool>& flags) {
  std::uint64_t size = 0;
  if (const auto fault = struct_pack::read(reader, size); fault) {
    return fault;
  }
  if (!reader.check(size)) {
    return struct_pack::errc::no_buffer_space;
  }
  flags.resize(size);
  for (auto reference : flags) {
    bool flag = false;
    if (const auto fault = struct_pack::read(reader, flag); fault) {
      return fault;
    }
    reference = flag;
  }
  return {};
}

// Of the value of a key that a map has already.
template <class Reader>
struct_pack::err_code sp_deserialize_to_with_skip(Reader& reader, std::vector<bool>& flags) {
  return sp_deserialize_to(reader, flags);
}

}  // namespace struct_pack::detail

// A message without members is no byte.
namespace plain {

template <telling::Empty Message>
std::size_t sp_get_needed_size(const Message&) {
  return 0;
}

template <class Writer, telling::Empty Message>
void sp_serialize_to(Writer&, const Message&) {}

template <class Reader, telling::Empty Message>
struct_pack::err_code sp_deserialize_to(Reader&, Message&) {
  return {};
}

template <class Reader, telling::Empty Message>
struct_pack::err_code sp_deserialize_to_with_skip(Reader&, Message&) {
  return {};
}

}  // namespace plain
