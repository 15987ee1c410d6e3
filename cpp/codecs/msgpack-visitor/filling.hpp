// Fills the plain types, value by value. The parser's events do not know types; the target of the next value
// does.
#pragma once

#include <msgpack.hpp>
#include <string_view>
#include <utility>

#include "adapter.hpp"
#include "reusing.hpp"

namespace serbench {

// A value that is neither an array nor a map, as the parser reports it.
using Scalar =
    std::variant<std::monostate, bool, std::uint64_t, std::int64_t, double, std::string_view, Bytes>;

struct Operations;

// Where the next value goes, and what can be done there.
struct Target {
  void* at;
  const Operations* operations;
};

// An array or a map that is open. A map's key and the position of a oneof's case wait in it for their value.
struct OpenedValue {
  Target target;
  std::uint32_t next = 0;
  Scalar waiting;
};

struct Operations {
  void (*take)(void* at, const Scalar& value);
  // The array or map itself, which an optional value holds inside.
  Target (*open_array)(void* at, std::uint32_t count);
  Target (*open_map)(void* at);
  Target (*element)(void* at, OpenedValue& opened);
  Target (*value_of_key)(void* at, const Scalar& key);
};

// What a type cannot be.
struct Refusing {
  static void take(void*, const Scalar&) { throw msgpack::type_error(); }
  static Target open_array(void*, std::uint32_t) { throw msgpack::type_error(); }
  static Target open_map(void*) { throw msgpack::type_error(); }
  static Target element(void*, OpenedValue&) { throw msgpack::type_error(); }
  static Target value_of_key(void*, const Scalar&) { throw msgpack::type_error(); }
};

template <class T>
struct Filling;

template <class T>
inline constexpr Operations operations_of{&Filling<T>::take, &Filling<T>::open_array, &Filling<T>::open_map,
                                          &Filling<T>::element, &Filling<T>::value_of_key};

template <class T>
Target target_of(T& value) {
  return {&value, &operations_of<T>};
}

template <class T>
T& value_at(void* at) {
  return *static_cast<T*>(at);
}

template <class T, class Found>
const T& expected(const Found& found) {
  if (const T* value = std::get_if<T>(&found)) {
    return *value;
  }
  throw msgpack::type_error();
}

template <Number T>
T number_of(const Scalar& found) {
  return std::visit(
      []<class Found>(const Found& value) -> T {
        if constexpr (std::is_same_v<Found, std::uint64_t> || std::is_same_v<Found, std::int64_t>) {
          if constexpr (std::is_integral_v<T>) {
            if (!std::in_range<T>(value)) {
              throw msgpack::type_error();
            }
          }
          return static_cast<T>(value);
        } else if constexpr (std::is_same_v<Found, double> && std::is_floating_point_v<T>) {
          return static_cast<T>(value);
        } else {
          throw msgpack::type_error();
        }
      },
      found);
}

template <Number T>
struct Filling<T> : Refusing {
  static void take(void* at, const Scalar& found) { value_at<T>(at) = number_of<T>(found); }
};

template <>
struct Filling<bool> : Refusing {
  static void take(void* at, const Scalar& found) { value_at<bool>(at) = expected<bool>(found); }
};

template <PlainEnum E>
struct Filling<E> : Refusing {
  static void take(void* at, const Scalar& found) {
    value_at<E>(at) = static_cast<E>(number_of<std::int32_t>(found));
  }
};

template <>
struct Filling<std::string> : Refusing {
  static void take(void* at, const Scalar& found) {
    value_at<std::string>(at).assign(expected<std::string_view>(found));
  }
};

template <>
struct Filling<std::vector<std::byte>> : Refusing {
  static void take(void* at, const Scalar& found) {
    const Bytes bytes = expected<Bytes>(found);
    value_at<std::vector<std::byte>>(at).assign(bytes.begin(), bytes.end());
  }
};

// A scalar that waits for what belongs to it.
template <>
struct Filling<Scalar> : Refusing {
  static void take(void* at, const Scalar& found) { value_at<Scalar>(at) = found; }
};

template <class T>
struct Filling<std::vector<T>> : Refusing {
  static Target open_array(void* at, std::uint32_t count) {
    value_at<std::vector<T>>(at).resize(count);
    return {at, &operations_of<std::vector<T>>};
  }
  static Target element(void* at, OpenedValue& opened) {
    return target_of(value_at<std::vector<T>>(at)[opened.next++]);
  }
};

// Its elements have no address: each is appended.
template <>
struct Filling<std::vector<bool>> : Refusing {
  static void take(void* at, const Scalar& found) {
    value_at<std::vector<bool>>(at).push_back(expected<bool>(found));
  }
  static Target open_array(void* at, std::uint32_t) {
    value_at<std::vector<bool>>(at).clear();
    return {at, &operations_of<std::vector<bool>>};
  }
  static Target element(void* at, OpenedValue&) { return {at, &operations_of<std::vector<bool>>}; }
};

template <class Key, class T>
struct Filling<std::map<Key, T>> : Refusing {
  using Map = std::map<Key, T>;
  static Target open_map(void* at) {
    value_at<Map>(at).clear();
    return {at, &operations_of<Map>};
  }
  static Target value_of_key(void* at, const Scalar& found) {
    Key key{};
    Filling<Key>::take(&key, found);
    // Sorted entries find their place at the end without a search.
    auto& entries = value_at<Map>(at);
    return target_of(entries.try_emplace(entries.end(), std::move(key))->second);
  }
};

// A field that may be absent: nil, or its value.
template <class Field, class T>
struct FillingField : Refusing {
  static void take(void* at, const Scalar& found) {
    auto& field = value_at<Field>(at);
    if (std::holds_alternative<std::monostate>(found)) {
      field.reset();
    } else {
      Filling<T>::take(&filled(field), found);
    }
  }
  static Target open_array(void* at, std::uint32_t count) {
    return Filling<T>::open_array(&filled(value_at<Field>(at)), count);
  }
  static Target open_map(void* at) { return Filling<T>::open_map(&filled(value_at<Field>(at))); }
};
template <class T>
struct Filling<std::optional<T>> : FillingField<std::optional<T>, T> {};
template <class T>
struct Filling<std::unique_ptr<T>> : FillingField<std::unique_ptr<T>, T> {};

// A oneof is nil, or an array of the position of the case that is set and its value.
template <class... Cases>
struct Filling<std::variant<std::monostate, Cases...>> : Refusing {
  using Oneof = std::variant<std::monostate, Cases...>;
  static void take(void* at, const Scalar& found) {
    expected<std::monostate>(found);
    value_at<Oneof>(at).template emplace<0>();
  }
  static Target open_array(void* at, std::uint32_t count) {
    return count == 2 ? Target{at, &operations_of<Oneof>} : Refusing::open_array(at, count);
  }
  static Target element(void* at, OpenedValue& opened) {
    if (opened.next++ == 0) {
      return target_of(opened.waiting);
    }
    const auto position = number_of<std::uint32_t>(opened.waiting);
    Target target = {};
    const bool known = [&]<std::size_t... I>(std::index_sequence<I...>) {
      return ((position == I + 1 && (target = target_of(filled_case<I + 1>(value_at<Oneof>(at))), true)) ||
              ...);
    }(std::index_sequence_for<Cases...>{});
    return known ? target : Refusing::element(at, opened);
  }
};

// A message is the array of its members, in order.
template <PlainMessage Message>
struct Filling<Message> : Refusing {
  static Target open_array(void* at, std::uint32_t count) {
    const std::size_t members =
        visit(value_at<Message>(at), [](const auto&... member) { return sizeof...(member); });
    return count == members ? Target{at, &operations_of<Message>} : Refusing::open_array(at, count);
  }
  static Target element(void* at, OpenedValue& opened) {
    return visit(value_at<Message>(at), [wanted = opened.next++](auto&... members) {
      Target target = {};
      std::uint32_t position = 0;
      static_cast<void>(((position++ == wanted && (target = target_of(members), true)) || ...));
      return target;
    });
  }
};

}  // namespace serbench
