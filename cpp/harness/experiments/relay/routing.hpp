// What a router looks for in the objects of a schema (FORMAT.md, section 7): the number of a message, and the
// list that makes it a batch. Found by the compiler in the rendered types.
#pragma once

#include <limits>
#include <tuple>
#include <variant>

#include "values/objects.hpp"

namespace serbench::relay {

struct Tied {
  template <class... Members>
  std::tuple<Members&...> operator()(Members&... members) const {
    return {members...};
  }
};

// The members of a message, in schema order.
template <class Message>
auto members_of(Message& message) {
  return visit(message, Tied{});
}
template <PlainMessage T>
using TiedMembers = decltype(members_of(std::declval<T&>()));
template <PlainMessage T, std::size_t I>
using MemberAt = std::remove_reference_t<std::tuple_element_t<I, TiedMembers<T>>>;

template <class... T>
struct Types {};

template <class... A, class... B>
Types<A..., B...> operator+(Types<A...>, Types<B...>) {
  return {};
}

// The types of messages that a value of a type may hold itself.
template <class Value>
struct MessagesIn {
  using type = Types<>;
};
template <PlainMessage T>
struct MessagesIn<T> {
  using type = Types<T>;
};
template <class T>
struct MessagesIn<std::optional<T>> : MessagesIn<T> {};
template <class T>
struct MessagesIn<std::unique_ptr<T>> : MessagesIn<T> {};
template <class T>
struct MessagesIn<std::vector<T>> : MessagesIn<T> {};
template <class Key, class T>
struct MessagesIn<std::map<Key, T>> : MessagesIn<T> {};
template <class... Cases>
struct MessagesIn<std::variant<Cases...>> {
  using type = decltype((Types<>{} + ... + typename MessagesIn<Cases>::type{}));
};
template <class... Members>
struct MessagesIn<std::tuple<Members&...>> : MessagesIn<std::variant<Members...>> {};

// `Seen` with all types that are reached from others and not seen yet.
template <class... Seen>
Types<Seen...> with_reached(Types<Seen...>, Types<>) {
  return {};
}
template <class... Seen, class T, class... Others>
auto with_reached(Types<Seen...> seen, Types<T, Others...>) {
  if constexpr ((std::is_same_v<Seen, T> || ...)) {
    return with_reached(seen, Types<Others...>{});
  } else {
    using Below = typename MessagesIn<TiedMembers<T>>::type;
    return with_reached(with_reached(Types<Seen..., T>{}, Below{}), Types<Others...>{});
  }
}

template <class T, class... Seen>
consteval bool is_among(Types<Seen...>) {
  return (std::is_same_v<Seen, T> || ...);
}

// Whether a message can hold, at any depth, one of another type or is of that type.
template <PlainMessage From, PlainMessage To>
inline constexpr bool reaches = is_among<To>(decltype(with_reached(Types<>{}, Types<From>{})){});

template <class Value>
inline constexpr bool is_integer = std::is_integral_v<Value> && !std::is_same_v<Value, bool>;

// What leads down to a number: a message, one that may be absent, or a list of messages.
template <class Member>
inline constexpr bool leads_down = PlainMessage<Member>;
template <class T>
inline constexpr bool leads_down<std::optional<T>> = PlainMessage<T>;
template <class T>
inline constexpr bool leads_down<std::vector<T>> = PlainMessage<T>;

template <class T>
T only_one_of(Types<T>);
template <class Member>
using MessageIn = decltype(only_one_of(typename MessagesIn<Member>::type{}));

// The place of a member that does not exist.
inline constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

// The place of the first member of a message for whose type, passed as f.operator()<Member>(), f is true.
template <PlainMessage T, class F>
consteval std::size_t first_place(F f) {
  return [&f]<std::size_t... I>(std::index_sequence<I...>) {
    std::size_t place = nowhere;
    static_cast<void>(((f.template operator()<MemberAt<T, I>>() && ((place = I), true)) || ...));
    return place;
  }(std::make_index_sequence<std::tuple_size_v<TiedMembers<T>>>{});
}

// The place of the member of a message that is its number or leads to it, or `nowhere`.
template <PlainMessage T>
consteval std::size_t number_place() {
  return first_place<T>([]<class Member>() {
    if constexpr (leads_down<Member>) {
      if constexpr (!reaches<MessageIn<Member>, T>) {
        return number_place<MessageIn<Member>>() != nowhere;
      } else {
        return false;
      }
    } else {
      return is_integer<Member>;
    }
  });
}

template <PlainMessage T>
inline constexpr bool has_number = number_place<T>() != nowhere;

template <class Value>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

// Adds 1 to the number of a message wherever it occurs; it wraps.
template <class Value>
void update_number(Value& value) {
  if constexpr (is_integer<Value>) {
    value = static_cast<Value>(static_cast<std::uint64_t>(value) + 1);
  } else if constexpr (PlainMessage<Value>) {
    update_number(std::get<number_place<Value>()>(members_of(value)));
  } else if constexpr (is_list<Value>) {
    for (auto& element : value) {
      update_number(element);
    }
  } else if (value) {
    update_number(*value);
  }
}

// The number by which a message is routed: 0 where what leads to it is absent or empty.
template <class Value>
std::uint64_t number_of(const Value& value) {
  if constexpr (is_integer<Value>) {
    return static_cast<std::uint64_t>(value);
  } else if constexpr (PlainMessage<Value>) {
    if constexpr (has_number<Value>) {
      return number_of(std::get<number_place<Value>()>(members_of(value)));
    } else {
      return 0;
    }
  } else if constexpr (is_list<Value>) {
    return value.empty() ? 0 : number_of(value.front());
  } else {
    return value ? number_of(*value) : 0;
  }
}

// The place of the list that makes a message a batch, or `nowhere`.
template <PlainMessage T>
inline constexpr std::size_t batch_place =
    first_place<T>([]<class Member>() { return is_list<Member> && leads_down<Member>; });

template <PlainMessage T>
inline constexpr bool has_batch = batch_place<T> != nowhere;

template <class T>
auto& batch_of(T& message) {
  return std::get<batch_place<std::remove_const_t<T>>>(members_of(message));
}

// A message of the workload `envelope`.
template <class T>
concept IsEnvelope = PlainMessage<T> && std::tuple_size_v<TiedMembers<T>> == 3 && requires(T& envelope) {
  { envelope.count } -> std::same_as<std::uint32_t&>;
  { envelope.destination } -> std::same_as<std::uint32_t&>;
  { envelope.payload } -> std::same_as<std::vector<std::byte>&>;
};

}  // namespace serbench::relay
