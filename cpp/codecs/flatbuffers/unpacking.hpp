// Plain values out of a FlatBuffer, over what they held before. The overloads for messages are rendered
// (conversions.hpp).
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <stdexcept>

#include "plain.hpp"
#include "reusing.hpp"
#include "traits.hpp"

namespace serbench {

// By this argument, overloads for generated tables are found although they are declared later.
struct Unpacking {};

template <class T>
  requires std::is_arithmetic_v<T>
void unpack(Unpacking, T from, T& to) {
  to = from;
}

// The verifier does not look at the numbers of enums.
template <class Wire, PlainEnum E>
  requires std::is_enum_v<Wire>
void unpack(Unpacking, Wire from, E& to) {
  to = static_cast<E>(from);
}

// A string, list or map that is empty is left out.
inline void unpack(Unpacking, const flatbuffers::String* from, std::string& to) {
  if (from == nullptr) {
    to.clear();
  } else {
    to.assign(from->c_str(), from->size());
  }
}

inline void unpack(Unpacking, const flatbuffers::Vector<std::uint8_t>* from, std::vector<std::byte>& to) {
  if (from == nullptr) {
    to.clear();
  } else {
    const auto* begin = reinterpret_cast<const std::byte*>(from->data());
    to.assign(begin, begin + from->size());
  }
}

// The bytes in the table that wraps an element of a list of bytes.
template <class Wrapper>
  requires requires(const Wrapper& wrapper) { wrapper.v(); }
void unpack(Unpacking how, const Wrapper* from, std::vector<std::byte>& to) {
  unpack(how, from->v(), to);
}

inline void unpack(Unpacking, const flatbuffers::Vector<std::uint8_t>* from, std::vector<bool>& to) {
  to.resize(from == nullptr ? 0 : from->size());
  for (std::size_t i = 0; i != to.size(); ++i) {
    to[i] = from->Get(static_cast<flatbuffers::uoffset_t>(i)) != 0;
  }
}

template <Number T>
void unpack(Unpacking, const flatbuffers::Vector<T>* from, std::vector<T>& to) {
  if (from == nullptr) {
    to.clear();
  } else if constexpr (std::endian::native == std::endian::little) {
    to.assign(from->data(), from->data() + from->size());
  } else {
    to.assign(from->begin(), from->end());
  }
}

// Lists of enums, strings, bytes and messages.
template <class Wire, class T>
void unpack(Unpacking how, const flatbuffers::Vector<Wire>* from, std::vector<T>& to) {
  to.resize(from == nullptr ? 0 : from->size());
  for (std::size_t i = 0; i != to.size(); ++i) {
    unpack(how, from->Get(static_cast<flatbuffers::uoffset_t>(i)), to[i]);
  }
}

template <class Wire, class T>
void unpack(Unpacking how, const flatbuffers::Optional<Wire>& from, std::optional<T>& to) {
  if (from) {
    unpack(how, *from, filled(to));
  } else {
    to.reset();
  }
}

template <class Wire, class T>
void unpack(Unpacking how, const Wire* from, std::optional<T>& to) {
  if (from != nullptr) {
    unpack(how, from, filled(to));
  } else {
    to.reset();
  }
}

template <class Wire, class T>
void unpack(Unpacking how, const Wire* from, std::unique_ptr<T>& to) {
  if (from != nullptr) {
    unpack(how, from, filled(to));
  } else {
    to.reset();
  }
}

template <class Value, class T>
void unpack_entry(Unpacking how, Value from, T& to) {
  if constexpr (std::is_pointer_v<Value>) {
    if (from == nullptr) {
      return;
    }
  }
  unpack(how, from, to);
}

template <class Entry, class Key, class T>
void unpack(Unpacking how, const flatbuffers::Vector<flatbuffers::Offset<Entry>>* from,
            std::map<Key, T>& to) {
  to.clear();
  for (flatbuffers::uoffset_t i = 0; from != nullptr && i != from->size(); ++i) {
    const Entry* entry = from->Get(i);
    Key key{};
    unpack(how, entry->key(), key);
    // Sorted entries find their place at the end without a search.
    unpack_entry(how, entry->value(), to.try_emplace(to.end(), std::move(key))->second);
  }
}

// The table of a union's set case, which the verifier lets be missing.
template <class Table>
const Table& present(const Table* table) {
  if (table == nullptr) {
    throw std::runtime_error("A union has a type but no value.");
  }
  return *table;
}

}  // namespace serbench
