// What yas has to be told of the plain types, in its own namespace, where its archives look for `serialize`.
#pragma once

#include <memory>
#include <stdexcept>
#include <utility>
#include <yas/serialize.hpp>
#include <yas/std_types.hpp>

#include "adapter.hpp"
#include "reusing.hpp"

// yas looks for members called `serialize` first, and cannot compile for a message with a field of that name.
template <serbench::PlainMessage Message, class Archive>
struct yas::detail::serialization_method<Message, Archive> {
  static constexpr ser_case value = ser_case::has_one_function;
};

namespace yas {

// Of a short unsigned number the compacted archive reads the low bytes alone; a used target keeps the others.
template <class Archive, class Value>
Value& ready(Value& value) {
  if constexpr (Archive::is_readable() && std::is_unsigned_v<Value>) {
    value = 0;
  }
  return value;
}

// A message is its members, in order. yas hands over what it writes as mutable too, and only reads it.
template <class Archive, serbench::PlainMessage Message>
void serialize(Archive& archive, Message& message) {
  serbench::visit(message, [&archive](auto&... members) { archive(ready<Archive>(members)...); });
}

// A field on a cycle is written as yas writes std::optional, which cannot hold it.
template <class Archive, serbench::PlainMessage Message>
void serialize(Archive& archive, std::unique_ptr<Message>& field) {
  bool present = field != nullptr;
  archive(present);
  if (present) {
    archive(serbench::filled(field));
  } else {
    field.reset();
  }
}

// A case of a oneof by position: yas's own std::variant works by type, and two cases may have one type.
template <std::size_t Position, class Archive, class Oneof>
bool serialize_case(Archive& archive, Oneof& oneof, std::size_t position) {
  if (position != Position) {
    return false;
  }
  if constexpr (Archive::is_readable()) {
    archive(ready<Archive>(serbench::filled_case<Position>(oneof)));
  } else if constexpr (requires { std::get<Position>(oneof).get(); }) {
    archive(serbench::boxed(std::get<Position>(oneof)));
  } else {
    archive(std::get<Position>(oneof));
  }
  return true;
}

// The same bytes as yas's own: the position in one byte, then the case.
template <class Archive, class... Cases>
void serialize(Archive& archive, std::variant<Cases...>& oneof) {
  static_assert(sizeof...(Cases) <= 256, "yas counts the cases of a variant in one byte");
  auto position = static_cast<std::uint8_t>(oneof.index());
  archive(position);
  const bool known = [&]<std::size_t... Positions>(std::index_sequence<Positions...>) {
    return (serialize_case<Positions>(archive, oneof, position) || ...);
  }(std::index_sequence_for<Cases...>{});
  if (!known) {
    throw std::invalid_argument("A oneof has a case that the schema does not know.");
  }
}

// yas reads into what is there: its own reader leaves a vector alone when an empty one arrives, and adds to a
// map. These read the same bytes and leave nothing old behind, so that an object can be used again.
template <class Archive, class Value>
  requires(Archive::is_readable())
void serialize(Archive& archive, std::vector<Value>& values) {
  values.resize(archive.read_seq_size());
  if constexpr (std::is_same_v<Value, bool>) {
    for (auto reference : values) {
      bool value = false;
      archive(value);
      reference = value;
    }
  } else if constexpr (detail::can_be_processed_as_byte_array<Archive::flags(), Value>::value) {
    if (!values.empty()) {
      archive.read(values.data(), values.size() * sizeof(Value));
    }
  } else {
    for (Value& value : values) {
      archive(ready<Archive>(value));
    }
  }
}

template <class Archive, class Key, class Value>
  requires(Archive::is_readable())
void serialize(Archive& archive, std::map<Key, Value>& map) {
  map.clear();
  detail::concepts::keyval::load<Archive::flags()>(archive, map);
}

}  // namespace yas

// Objects through yas's archives with these flags, over streams on memory that is kept.
template <std::size_t flags>
class YasCodec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    yas::mem_ostream stream(buffer_);
    yas::binary_oarchive<yas::mem_ostream, flags> archive(stream);
    archive(object);
    message_ = stream.get_shared_buffer();
    // A message that did not fit lies in a larger buffer that the stream has made.
    if (message_.size > buffer_.size) {
      buffer_ = message_;
    }
    return std::as_bytes(std::span(message_.data.get(), message_.size));
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    yas::mem_istream stream(bytes.data(), bytes.size());
    yas::binary_iarchive<yas::mem_istream, flags> archive(stream);
    archive(object);
    if (!stream.empty()) {
      throw std::invalid_argument("The bytes do not end where the object does.");
    }
  }

 private:
  // As large as a new stream's own.
  yas::shared_buffer buffer_{std::size_t{20} * 1024};
  yas::shared_buffer message_;
};
