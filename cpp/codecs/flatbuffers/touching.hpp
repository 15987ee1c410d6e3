// Touches of what lies in a FlatBuffer (FORMAT.md, section 4), read in place. The folds over tables are
// rendered (conversions.hpp). An optional number is a std::optional here, as in the plain types.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include "touch.hpp"

namespace serbench {

template <class Wire, class Plan>
  requires(std::is_enum_v<Wire> && !PlainEnum<Wire>)
std::uint64_t touch(Wire value, Plan plan) {
  return touch(static_cast<std::int32_t>(value), plan);
}

template <class Plan>
std::uint64_t touch(const flatbuffers::String* text, Plan) {
  return text == nullptr ? 0 : touch_units(text->data(), text->size());
}

template <class Plan>
std::uint64_t touch(const flatbuffers::Vector<std::uint8_t>* bytes, Plan) {
  return bytes == nullptr ? 0 : touch_units(bytes->data(), bytes->size());
}

template <class Wire, class Plan>
std::uint64_t touch(const flatbuffers::Vector<Wire>* values, Plan plan) {
  const flatbuffers::uoffset_t count = values == nullptr ? 0 : values->size();
  std::uint64_t sum = 0;
  for (flatbuffers::uoffset_t i = 0; i != count; ++i) {
    sum += touch(values->Get(i), plan);
  }
  return sum;
}

// Bools are stored as bytes, and would be taken for a value of bytes.
inline std::uint64_t touch_bools(const flatbuffers::Vector<std::uint8_t>* values) {
  const flatbuffers::uoffset_t count = values == nullptr ? 0 : values->size();
  std::uint64_t sum = 0;
  for (flatbuffers::uoffset_t i = 0; i != count; ++i) {
    sum += values->Get(i) != 0 ? 1 : 0;
  }
  return sum;
}

template <class Wire, class Plan>
std::uint64_t touch_middle(const flatbuffers::Vector<Wire>* values, Plan plan) {
  return values == nullptr || values->size() == 0 ? 0 : touch(values->Get(values->size() / 2), plan);
}

template <class Entry, class TouchOne>
std::uint64_t touch_entries(const flatbuffers::Vector<flatbuffers::Offset<Entry>>* entries,
                            TouchOne touch_one) {
  const flatbuffers::uoffset_t count = entries == nullptr ? 0 : entries->size();
  std::uint64_t sum = 0;
  for (flatbuffers::uoffset_t i = 0; i != count; ++i) {
    sum += touch_one(*entries->Get(i));
  }
  return sum;
}

template <class Entries, class Plan>
std::uint64_t touch_map(const Entries* entries, Plan plan) {
  return touch_entries(entries, [plan](const auto& entry) {
    return fold_entry(touch(entry.key(), plan), touch(entry.value(), plan));
  });
}

template <class Entries, class Plan>
std::uint64_t touch_keys(const Entries* entries, Plan plan) {
  return touch_entries(entries,
                       [plan](const auto& entry) { return fold_entry(touch(entry.key(), plan), 0); });
}

template <class Entries, class Plan>
std::uint64_t touch_values(const Entries* entries, Plan plan) {
  return touch_entries(entries,
                       [plan](const auto& entry) { return fold_entry(0, touch(entry.value(), plan)); });
}

}  // namespace serbench
