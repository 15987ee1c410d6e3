// The containers that struct_pack cannot take ("custom type" in its introduction): the number of elements in
// eight bytes, then these one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

namespace telling {

// A map between whose keys and values the compiler may leave a gap: struct_pack writes it and does not read
// it.
template <class Key, class Value>
concept Gapped = std::is_trivially_copyable_v<Value> && std::is_trivially_copyable_v<Key> &&
                 sizeof(std::pair<const Key, Value>) != sizeof(Key) + sizeof(Value);

}  // namespace telling

// struct_pack finds these only if they are declared before it, as the containers have no namespace of ours.
namespace struct_pack {

std::size_t sp_get_needed_size(const std::vector<bool>& flags);

template <class Key, class Value>
  requires telling::Gapped<Key, Value>
std::size_t sp_get_needed_size(const std::map<Key, Value>& map);

}  // namespace struct_pack

#define STRUCT_PACK_OPTIMIZE  // "How to speed up serialization/deserialization" in its tips
#include <ylt/struct_pack.hpp>

inline std::size_t struct_pack::sp_get_needed_size(const std::vector<bool>& flags) {
  return sizeof(std::uint64_t) + flags.size();
}

template <class Key, class Value>
  requires telling::Gapped<Key, Value>
std::size_t struct_pack::sp_get_needed_size(const std::map<Key, Value>& map) {
  std::size_t size = sizeof(std::uint64_t);
  for (const auto& [key, value] : map) {
    size += sizeof key + get_write_size(value);
  }
  return size;
}

// The library finds these overloads in the namespace of its writers and readers.
namespace struct_pack::detail {

// A vector of bits, which have no references.
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
    return errc::no_buffer_space;
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

template <class Writer, class Key, class Value>
  requires telling::Gapped<Key, Value>
void sp_serialize_to(Writer& writer, const std::map<Key, Value>& map) {
  struct_pack::write(writer, static_cast<std::uint64_t>(map.size()));
  for (const auto& [key, value] : map) {
    struct_pack::write(writer, key);
    struct_pack::write(writer, value);
  }
}

template <class Reader, class Key, class Value>
  requires telling::Gapped<Key, Value>
struct_pack::err_code sp_deserialize_to(Reader& reader, std::map<Key, Value>& map) {
  std::uint64_t size = 0;
  auto fault = struct_pack::read(reader, size);
  for (std::uint64_t i = 0; !fault && i != size; ++i) {
    Key key{};
    fault = struct_pack::read(reader, key);
    if (!fault) {
      // Sorted entries find their place at the end without a search.
      fault = struct_pack::read(reader, map.try_emplace(map.end(), key)->second);
    }
  }
  return fault;
}

// Of the value of a key that a map has already.
template <class Reader>
struct_pack::err_code sp_deserialize_to_with_skip(Reader& reader, std::vector<bool>& flags) {
  return sp_deserialize_to(reader, flags);
}
template <class Reader, class Key, class Value>
  requires telling::Gapped<Key, Value>
struct_pack::err_code sp_deserialize_to_with_skip(Reader& reader, std::map<Key, Value>& map) {
  return sp_deserialize_to(reader, map);
}

}  // namespace struct_pack::detail
