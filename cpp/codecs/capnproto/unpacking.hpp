// Plain values out of a message where it lies, over what they held before. The overloads for messages are
// rendered (conversions.hpp).
#pragma once

#include <capnp/blob.h>
#include <capnp/list.h>

#include <stdexcept>

#include "plain.hpp"
#include "reusing.hpp"
#include "traits.hpp"

namespace serbench {

// By this argument, overloads for generated structs are found although they are declared later. It says how
// large the message is, because elements without bytes may be claimed in any number.
struct Unpacking {
  std::size_t message_bytes;

  // Refuses a list of more elements than the message has bits.
  void require_room(std::size_t count) const {
    if (count / 8 > message_bytes) [[unlikely]] {
      refuse();
    }
  }

 private:
  [[noreturn, gnu::noinline, gnu::cold]] static void refuse() {
    throw std::runtime_error("A list has more elements than the message has bits.");
  }
};

template <class T>
  requires std::is_arithmetic_v<T>
void unpack(Unpacking, T from, T& to) {
  to = from;
}

template <PlainEnum E>
void unpack(Unpacking, std::int32_t from, E& to) {
  to = static_cast<E>(from);
}

inline void unpack(Unpacking, capnp::Text::Reader from, std::string& to) {
  to.assign(from.begin(), from.size());
}

inline void unpack(Unpacking, capnp::Data::Reader from, std::vector<std::byte>& to) {
  const auto* begin = reinterpret_cast<const std::byte*>(from.begin());
  to.assign(begin, begin + from.size());
}

template <class Reader, class T>
void unpack(Unpacking how, Reader from, std::vector<T>& to) {
  const unsigned count = from.size();
  how.require_room(count);
  to.resize(count);
  for (unsigned i = 0; i != count; ++i) {
    if constexpr (std::is_same_v<T, bool>) {
      to[i] = from[i];
    } else {
      unpack(how, from[i], to[i]);
    }
  }
}

template <class Reader, class Key, class T>
void unpack(Unpacking how, Reader from, std::map<Key, T>& to) {
  to.clear();
  how.require_room(from.size());
  for (const auto entry : from) {
    Key key{};
    unpack(how, entry.getKey(), key);
    // Sorted entries find their place at the end without a search.
    unpack(how, entry.getValue(), to.try_emplace(to.end(), std::move(key))->second);
  }
}

}  // namespace serbench
