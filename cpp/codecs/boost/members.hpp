// What Boost.Serialization has to know of the plain types, for any of its archives.
#pragma once

#include <boost/serialization/binary_object.hpp>
#include <boost/serialization/map.hpp>
#include <boost/serialization/split_free.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/utility.hpp>
#include <boost/serialization/vector.hpp>

#include "adapter.hpp"
#include "reusing.hpp"

namespace serbench {

// A field that may hold nothing.
template <class T>
inline constexpr bool is_holder = false;
template <class T>
inline constexpr bool is_holder<std::optional<T>> = true;
template <class T>
inline constexpr bool is_holder<std::unique_ptr<T>> = true;

template <class T>
concept Holder = is_holder<T>;

// Everything that is put together of other values.
template <class T>
inline constexpr bool is_composed = is_plain_message<T> || is_holder<T>;
template <class T>
inline constexpr bool is_composed<std::vector<T>> = true;
template <class Key, class T>
inline constexpr bool is_composed<std::map<Key, T>> = true;
template <class Key, class T>
inline constexpr bool is_composed<std::pair<Key, T>> = true;
template <class... Cases>
inline constexpr bool is_composed<std::variant<Cases...>> = true;

template <class T>
concept Composed = is_composed<T>;

}  // namespace serbench

namespace boost::serialization {

// Plain values have neither versions nor shared parts, so an archive holds what is in them and nothing about
// them. The library's macros say this of one type at a time; these are what the macros make, for all at once.
template <serbench::Composed T>
struct implementation_level_impl<const T> {
  using tag = mpl::integral_c_tag;
  using type = mpl::int_<object_serializable>;
  static constexpr int value = type::value;
};

template <serbench::Composed T>
struct tracking_level_impl<const T> {
  using tag = mpl::integral_c_tag;
  using type = mpl::int_<track_never>;
  static constexpr int value = type::value;
};

// A message is its members, in order.
template <class Archive, serbench::PlainMessage Message>
void serialize(Archive& archive, Message& message, unsigned) {
  serbench::visit(message, [&archive](auto&... members) { static_cast<void>((archive & ... & members)); });
}

// One block: std::byte is an enum, which would go element by element, each as an int.
template <class Archive>
void save(Archive& archive, const std::vector<std::byte>& bytes, unsigned) {
  const collection_size_type count(bytes.size());
  archive << count << make_binary_object(bytes.data(), bytes.size());
}

template <class Archive>
void load(Archive& archive, std::vector<std::byte>& bytes, unsigned) {
  collection_size_type count;
  archive >> count;
  bytes.resize(count);
  archive >> make_binary_object(bytes.data(), bytes.size());
}

template <class Archive>
void serialize(Archive& archive, std::vector<std::byte>& bytes, unsigned version) {
  split_free(archive, bytes, version);
}

// Presence, then the value.
template <class Archive, serbench::Holder Field>
void save(Archive& archive, const Field& field, unsigned) {
  const bool present = static_cast<bool>(field);
  archive << present;
  if (present) {
    archive << *field;
  }
}

template <class Archive, serbench::Holder Field>
void load(Archive& archive, Field& field, unsigned) {
  bool present = false;
  archive >> present;
  if (present) {
    archive >> serbench::filled(field);
  } else {
    field.reset();
  }
}

template <class Archive, serbench::Holder Field>
void serialize(Archive& archive, Field& field, unsigned version) {
  split_free(archive, field, version);
}

// The position of the case that is set, then its value.
template <class Archive, class... Cases>
void save(Archive& archive, const std::variant<std::monostate, Cases...>& oneof, unsigned) {
  const auto position = static_cast<std::uint32_t>(oneof.index());
  archive << position;
  std::visit(
      [&archive]<class Case>(const Case& value) {
        if constexpr (serbench::is_holder<Case>) {
          archive << std::as_const(serbench::boxed(value));
        } else if constexpr (!std::is_same_v<Case, std::monostate>) {
          archive << value;
        }
      },
      oneof);
}

template <class Archive, class... Cases>
void load(Archive& archive, std::variant<std::monostate, Cases...>& oneof, unsigned) {
  std::uint32_t position = 0;
  archive >> position;
  const auto load_case = [&]<std::size_t... Before>(std::index_sequence<Before...>) {
    return ((position == Before + 1 && (archive >> serbench::filled_case<Before + 1>(oneof), true)) || ...);
  };
  if (position == 0) {
    oneof.template emplace<0>();
  } else if (!load_case(std::index_sequence_for<Cases...>())) {
    throw std::runtime_error("A oneof has a case that the schema lacks.");
  }
}

template <class Archive, class... Cases>
void serialize(Archive& archive, std::variant<std::monostate, Cases...>& oneof, unsigned version) {
  split_free(archive, oneof, version);
}

}  // namespace boost::serialization
