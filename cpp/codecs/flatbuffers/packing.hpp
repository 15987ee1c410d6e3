// Plain values into a FlatBuffer, bottom-up: what a table refers to lies in the buffer before it. The
// overloads for messages and enums are rendered (conversions.hpp).
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <cmath>

#include "plain.hpp"
#include "traits.hpp"

namespace serbench {

// A message being built; its builder is used again, which keeps its memory. So are the offsets of the lists
// of tables that are being packed, an inner list's above those of the outer one.
struct Packing {
  flatbuffers::FlatBufferBuilder builder;
  std::vector<flatbuffers::Offset<void>> offsets;
};

// pack puts a value into the buffer and returns its offset, or the number that a table holds itself.
template <class T>
  requires std::is_arithmetic_v<T>
T pack(Packing&, T value) {
  return value;
}

inline auto pack(Packing& to, const std::string& value) { return to.builder.CreateString(value); }

inline auto pack(Packing& to, const std::vector<std::byte>& value) {
  return to.builder.CreateVector(reinterpret_cast<const std::uint8_t*>(value.data()), value.size());
}

inline auto pack(Packing& to, const std::vector<bool>& values) { return to.builder.CreateVector(values); }

template <Number T>
auto pack(Packing& to, const std::vector<T>& values) {
  return to.builder.CreateVector(values);
}

template <PlainEnum E>
auto pack(Packing& to, const std::vector<E>& values) {
  using Wire = decltype(pack(to, E{}));
  return to.builder.CreateVectorScalarCast<Wire>(values.data(), values.size());
}

inline auto pack(Packing& to, const std::vector<std::string>& values) {
  return to.builder.CreateVectorOfStrings(values);
}

// A list of tables from any range, by the function that packs one element.
template <class Range, class PackOne>
auto pack_tables(Packing& to, const Range& values, PackOne pack_one) {
  using Table = decltype(pack_one(*values.begin()));
  const std::size_t start = to.offsets.size();
  for (const auto& value : values) {
    to.offsets.push_back(pack_one(value).Union());
  }
  const auto vector = to.builder.CreateVector(to.offsets.data() + start, values.size());
  to.offsets.resize(start);
  return flatbuffers::Offset<flatbuffers::Vector<Table>>(vector.o);
}

// A struct, which a table or a list holds itself, or none; the generated functions take it by its address.
template <class Struct>
class Held {
 public:
  Held() = default;
  Held(const Struct& value) : value_(value), is_there_(true) {}
  operator const Struct*() const { return is_there_ ? &value_ : nullptr; }

 private:
  Struct value_;
  bool is_there_ = false;
};

template <PlainMessage T, class Struct>
auto pack_structs(Packing& to, const std::vector<T>& values, Held<Struct>) {
  auto next = values.begin();
  const auto fill = [&to](std::size_t, Struct* place, auto* from) { *place = *pack(to, *(*from)++); };
  return to.builder.template CreateVectorOfStructs<Struct>(values.size(), fill, &next);
}

template <PlainMessage T>
auto pack(Packing& to, const std::vector<T>& values) {
  using Packed = decltype(pack(to, std::declval<const T&>()));
  if constexpr (requires(Packed packed) { pack_structs(to, values, packed); }) {
    return pack_structs(to, values, Packed());
  } else {
    return pack_tables(to, values, [&to](const T& value) { return pack(to, value); });
  }
}

// pack_field does the same for the field of a table: what is empty or absent is left out, as the generated
// code's own Pack does it, and a number that is the default is left out by the builder.
template <class T>
auto pack_field(Packing& to, const T& value) {
  if constexpr (requires { value.empty(); }) {
    return value.empty() ? decltype(pack(to, value))() : pack(to, value);
  } else {
    return pack(to, value);
  }
}

template <class T>
auto pack_field(Packing& to, const std::optional<T>& value) {
  using Packed = decltype(pack(to, *value));
  if constexpr (std::is_scalar_v<Packed>) {
    return value ? flatbuffers::Optional<Packed>(pack(to, *value)) : flatbuffers::Optional<Packed>();
  } else {
    return value ? pack(to, *value) : Packed();
  }
}

template <class T>
auto pack_field(Packing& to, const std::unique_ptr<T>& value) {
  return value ? pack(to, *value) : decltype(pack(to, *value))();
}

// The value of a oneof's case, which is boxed on a cycle.
template <class T>
const T& inside(const T& value) {
  return value;
}

template <class T>
const T& inside(const std::unique_ptr<T>& box) {
  return boxed(box);
}

// Vectors cannot hold vectors, and members of unions are tables: a table of one field stands between.
template <class Wrapper, class T>
auto pack_wrapped(Packing& to, const T& value) {
  const auto packed = pack_field(to, value);
  typename Wrapper::Builder wrapper(to.builder);
  wrapper.add_v(packed);
  return wrapper.Finish();
}

template <class Wrapper, class T>
auto pack_wrapped_list(Packing& to, const std::vector<T>& values) {
  const auto pack_one = [&to](const T& value) { return pack_wrapped<Wrapper>(to, value); };
  return values.empty() ? decltype(pack_tables(to, values, pack_one))() : pack_tables(to, values, pack_one);
}

// The entries come sorted by key, as FlatBuffers' lookup by key wants them.
template <class Entry, class Key, class T>
auto pack_map(Packing& to, const std::map<Key, T>& entries) {
  const auto pack_one = [&to](const auto& from) {
    const auto value = pack_field(to, from.second);
    const auto key = pack(to, from.first);
    typename Entry::Builder entry(to.builder);
    entry.add_value(value);
    entry.add_key(key);
    return entry.Finish();
  };
  return entries.empty() ? decltype(pack_tables(to, entries, pack_one))()
                         : pack_tables(to, entries, pack_one);
}

}  // namespace serbench
