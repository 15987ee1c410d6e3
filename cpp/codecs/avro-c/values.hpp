// Plain values into Avro's generic values and back, by position, kind and branch. The overloads for messages
// and enums are rendered (conversions.hpp).
#pragma once

#include <avro.h>

#include <stdexcept>

#include "plain.hpp"
#include "reusing.hpp"
#include "traits.hpp"

namespace serbench {

// The library returns an error number and keeps the words.
inline void checked(int error) {
  if (error != 0) {
    throw std::runtime_error(avro_strerror());
  }
}

// A generic value that is filled again and again.
class GenericValue {
 public:
  GenericValue() = default;
  GenericValue(GenericValue&& other) noexcept : value_(std::exchange(other.value_, {})) {}
  GenericValue& operator=(GenericValue&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~GenericValue() {
    if (value_.self != nullptr) {
      avro_value_decref(&value_);
    }
  }

  // The value of that class, made where there is none yet.
  avro_value_t& of(avro_value_iface_t* value_class) {
    if (value_.self == nullptr) {
      checked(avro_generic_value_new(value_class, &value_));
    }
    return value_;
  }
  const avro_value_t& get() const { return value_; }

 private:
  avro_value_t value_{};
};

// By this argument, overloads for messages and enums are found although they are declared later.
struct Converting {};

// Parts of a value. What they hand out belongs to the value.
inline avro_value_t part(const avro_value_t& whole, std::size_t index) {
  avro_value_t child;
  checked(avro_value_get_by_index(&whole, index, &child, nullptr));
  return child;
}

inline std::size_t size_of(const avro_value_t& list) {
  std::size_t size = 0;
  checked(avro_value_get_size(&list, &size));
  return size;
}

inline avro_value_t appended(avro_value_t& list) {
  avro_value_t child;
  checked(avro_value_append(&list, &child, nullptr));
  return child;
}

inline avro_value_t added(avro_value_t& map, const std::string& key) {
  avro_value_t child;
  checked(avro_value_add(&map, key.c_str(), &child, nullptr, nullptr));
  return child;
}

inline avro_value_t branch(avro_value_t& choice, int position) {
  avro_value_t child;
  checked(avro_value_set_branch(&choice, position, &child));
  return child;
}

inline int position_of(const avro_value_t& choice) {
  int position = 0;
  checked(avro_value_get_discriminant(&choice, &position));
  return position;
}

inline avro_value_t current(const avro_value_t& choice) {
  avro_value_t child;
  checked(avro_value_get_current_branch(&choice, &child));
  return child;
}

// put: a plain value into a generic one. The setters copy, and take a string with its NUL.
inline void put(Converting, bool from, avro_value_t to) { checked(avro_value_set_boolean(&to, from)); }
inline void put(Converting, float from, avro_value_t to) { checked(avro_value_set_float(&to, from)); }
inline void put(Converting, double from, avro_value_t to) { checked(avro_value_set_double(&to, from)); }

template <std::integral T>
void put(Converting, T from, avro_value_t to) {
  if constexpr (sizeof(T) == sizeof(std::int32_t)) {
    checked(avro_value_set_int(&to, static_cast<std::int32_t>(from)));
  } else {
    checked(avro_value_set_long(&to, static_cast<std::int64_t>(from)));
  }
}

inline void put(Converting, const std::string& from, avro_value_t to) {
  checked(avro_value_set_string_len(&to, from.c_str(), from.size() + 1));
}

inline void put(Converting, const std::vector<std::byte>& from, avro_value_t to) {
  // The address of nothing may be null, which the library refuses.
  static constexpr std::byte nothing{};
  const std::byte* begin = from.empty() ? &nothing : from.data();
  checked(avro_value_set_bytes(&to, const_cast<std::byte*>(begin), from.size()));
}

// An optional or boxed value is a union with null.
template <class Holder>
void put_optional(Converting how, const Holder& from, avro_value_t to) {
  avro_value_t value = branch(to, from ? 1 : 0);
  if (from) {
    put(how, *from, value);
  } else {
    checked(avro_value_set_null(&value));
  }
}

// Where an element is in a union with null, which is never null.
struct Plain {
  static avro_value_t inside(avro_value_t& element) { return element; }
  static avro_value_t current_of(const avro_value_t& element) { return element; }
};
struct Nullable {
  static avro_value_t inside(avro_value_t& element) { return branch(element, 1); }
  static avro_value_t current_of(const avro_value_t& element) { return current(element); }
};

template <class Element, class T>
void put_list(Converting how, const std::vector<T>& from, avro_value_t to) {
  for (const auto& value : from) {
    avro_value_t element = appended(to);
    put(how, value, Element::inside(element));
  }
}

template <class Element, class T>
void put_map(Converting how, const std::map<std::string, T>& from, avro_value_t to) {
  for (const auto& [key, value] : from) {
    avro_value_t element = added(to, key);
    put(how, value, Element::inside(element));
  }
}

template <class Element, class Key, class T>
void put_entries(Converting how, const std::map<Key, T>& from, avro_value_t to) {
  for (const auto& [key, value] : from) {
    const avro_value_t entry = appended(to);
    put(how, key, part(entry, 0));
    avro_value_t element = part(entry, 1);
    put(how, value, Element::inside(element));
  }
}

// take: a plain value out of a generic one.
inline void take(Converting, const avro_value_t& from, bool& to) {
  int value = 0;
  checked(avro_value_get_boolean(&from, &value));
  to = value != 0;
}

inline void take(Converting, const avro_value_t& from, float& to) {
  checked(avro_value_get_float(&from, &to));
}
inline void take(Converting, const avro_value_t& from, double& to) {
  checked(avro_value_get_double(&from, &to));
}

template <std::integral T>
void take(Converting, const avro_value_t& from, T& to) {
  std::make_signed_t<T> value = 0;
  if constexpr (sizeof(T) == sizeof(std::int32_t)) {
    checked(avro_value_get_int(&from, &value));
  } else {
    checked(avro_value_get_long(&from, &value));
  }
  to = static_cast<T>(value);
}

inline void take(Converting, const avro_value_t& from, std::string& to) {
  const char* begin = nullptr;
  std::size_t size = 0;
  checked(avro_value_get_string(&from, &begin, &size));
  to.assign(begin, size - 1);
}

inline void take(Converting, const avro_value_t& from, std::vector<std::byte>& to) {
  const void* begin = nullptr;
  std::size_t size = 0;
  checked(avro_value_get_bytes(&from, &begin, &size));
  const auto* bytes = static_cast<const std::byte*>(begin);
  to.assign(bytes, bytes + size);
}

template <class Holder>
void take_optional(Converting how, const avro_value_t& from, Holder& to) {
  if (position_of(from) == 0) {
    to.reset();
  } else {
    take(how, current(from), filled(to));
  }
}

template <class Element, class T>
void take_list(Converting how, const avro_value_t& from, std::vector<T>& to) {
  to.resize(size_of(from));
  for (std::size_t i = 0; i != to.size(); ++i) {
    if constexpr (std::is_same_v<T, bool>) {
      bool value = false;
      take(how, part(from, i), value);
      to[i] = value;
    } else {
      take(how, Element::current_of(part(from, i)), to[i]);
    }
  }
}

template <class Element, class T>
void take_map(Converting how, const avro_value_t& from, std::map<std::string, T>& to) {
  to.clear();
  const std::size_t size = size_of(from);
  for (std::size_t i = 0; i != size; ++i) {
    avro_value_t child;
    const char* key = nullptr;
    checked(avro_value_get_by_index(&from, i, &child, &key));
    take(how, Element::current_of(child), to.try_emplace(to.end(), key)->second);
  }
}

template <class Element, class Key, class T>
void take_entries(Converting how, const avro_value_t& from, std::map<Key, T>& to) {
  to.clear();
  const std::size_t size = size_of(from);
  for (std::size_t i = 0; i != size; ++i) {
    const avro_value_t entry = part(from, i);
    Key key{};
    take(how, part(entry, 0), key);
    take(how, Element::current_of(part(entry, 1)), to.try_emplace(to.end(), std::move(key))->second);
  }
}

[[noreturn]] inline void refuse_enum() {
  throw std::invalid_argument("An enum has a number that is not declared, for which Avro has no symbol.");
}

}  // namespace serbench
