// Touches of what lies in a message (FORMAT.md, section 4), read in place. The folds over structs are
// rendered (conversions.hpp).
#pragma once

#include <capnp/blob.h>
#include <capnp/list.h>

#include "touch.hpp"

namespace serbench {

template <class Plan>
std::uint64_t touch(capnp::Text::Reader text, Plan) {
  return touch_units(text.begin(), text.size());
}

template <class Plan>
std::uint64_t touch(capnp::Data::Reader bytes, Plan) {
  return touch_units(bytes.begin(), bytes.size());
}

template <class List, class Plan>
std::uint64_t touch_list(List values, Plan plan) {
  const unsigned count = values.size();
  std::uint64_t sum = 0;
  for (unsigned i = 0; i != count; ++i) {
    sum += touch(values[i], plan);
  }
  return sum;
}

template <class List, class Plan>
std::uint64_t touch_middle(List values, Plan plan) {
  return values.size() == 0 ? 0 : touch(values[values.size() / 2], plan);
}

template <class List, class TouchOne>
std::uint64_t touch_entries(List entries, TouchOne touch_one) {
  std::uint64_t sum = 0;
  for (const auto entry : entries) {
    sum += touch_one(entry);
  }
  return sum;
}

template <class List, class Plan>
std::uint64_t touch_map(List entries, Plan plan) {
  return touch_entries(entries, [plan](auto entry) {
    return fold_entry(touch(entry.getKey(), plan), touch(entry.getValue(), plan));
  });
}

template <class List, class Plan>
std::uint64_t touch_keys(List entries, Plan plan) {
  return touch_entries(entries, [plan](auto entry) { return fold_entry(touch(entry.getKey(), plan), 0); });
}

template <class List, class Plan>
std::uint64_t touch_values(List entries, Plan plan) {
  return touch_entries(entries, [plan](auto entry) { return fold_entry(0, touch(entry.getValue(), plan)); });
}

}  // namespace serbench
