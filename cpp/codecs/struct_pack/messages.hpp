// What struct_pack has to be told of messages; most it takes apart by itself.
#pragma once

#include "adapter.hpp"
#include "containers.hpp"

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

struct AddSizes {
  template <class... Members>
  std::integral_constant<std::size_t, (sizeof(Members) + ... + 0)> operator()(Members&...) const {
    return {};
  }
};
template <class Message>
inline constexpr std::size_t size_of_members =
    decltype(serbench::visit(std::declval<Message&>(), AddSizes{}))::value;

// struct_pack's types have at least one member.
template <class Message>
concept Empty = serbench::PlainMessage<Message> && count<Message> == 0;

// struct_pack would copy what happens to lie between the members.
template <class Message>
concept Padded = serbench::PlainMessage<Message> && !Empty<Message> &&
                 std::is_trivially_copyable_v<Message> && sizeof(Message) != size_of_members<Message>;

}  // namespace telling

// How many members a message has, which struct_pack would find out by trying.
template <serbench::PlainMessage Message>
inline constexpr std::size_t struct_pack::members_count<Message> = telling::count<Message>;

namespace plain {

// What YLT_REFL defines for a type: its members are written one by one.
template <telling::Padded Message>
constexpr std::size_t refl_member_count(const ylt::reflection::identity<Message>&) {
  return telling::count<Message>;
}

template <class Visitor, telling::Padded Message>
constexpr decltype(auto) refl_visit_members(Message& message, Visitor&& visitor) {
  return serbench::visit(message, visitor);
}

template <class Visitor, telling::Padded Message>
constexpr decltype(auto) refl_visit_members(const Message& message, Visitor&& visitor) {
  return serbench::visit(message, visitor);
}

// A message without members is no byte.
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
