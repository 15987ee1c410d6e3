// What cereal has to know of the plain types, for any of its binary archives.
#pragma once

#include <cereal/cereal.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>

#include "adapter.hpp"

namespace cereal {

// A message is its members, in order.
template <class Archive, serbench::PlainMessage Message>
void serialize(Archive& archive, Message& message) {
  serbench::visit(message, [&archive](auto&... members) {
    if constexpr (sizeof...(members) != 0) {
      archive(members...);
    }
  });
}

// cereal writes vectors of arithmetic types as one block; std::byte is an enum, and would go element by
// element.
template <class Archive>
void save(Archive& archive, const std::vector<std::byte>& bytes) {
  archive(make_size_tag(static_cast<size_type>(bytes.size())));
  archive(binary_data(bytes.data(), bytes.size()));
}

template <class Archive>
void load(Archive& archive, std::vector<std::byte>& bytes) {
  size_type size = 0;
  archive(make_size_tag(size));
  bytes.resize(static_cast<std::size_t>(size));
  archive(binary_data(bytes.data(), bytes.size()));
}

}  // namespace cereal
