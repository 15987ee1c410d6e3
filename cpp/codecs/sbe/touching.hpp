// Touches of what lies in a message (FORMAT.md, section 4), read in place. The folds over messages are
// rendered (conversions.hpp).
#pragma once

#include <array>
#include <string_view>

#include "touch.hpp"

namespace serbench {

// By this argument, the function for a message is found whatever class its members are read through.
template <class Plain>
struct As {};

inline std::uint64_t touch_data(std::string_view data) { return touch_units(data.data(), data.size()); }

template <class Group, class TouchOne>
std::uint64_t touch_elements(Group& group, TouchOne touch_one) {
  std::uint64_t sum = 0;
  while (group.hasNext()) {
    sum += touch_one(group.next());
  }
  return sum;
}

// Elements have no index: those before the middle are passed.
template <class Group, class TouchOne>
std::uint64_t touch_middle_element(Group& group, TouchOne touch_one) {
  if (!group.hasNext()) {
    return 0;
  }
  for (std::uint64_t i = group.count() / 2; i != 0; --i) {
    group.next().skip();
  }
  return touch_one(group.next());
}

template <class Group>
void skip_elements(Group& group) {
  while (group.hasNext()) {
    group.next().skip();
  }
}

// Data that would hold a message is empty where the message is absent.
template <class Message, class Level, class Plain, class Plan>
std::uint64_t touch_message(Level& from, std::string_view data, Plain plain, Plan plan) {
  return data.empty() ? 0 : touch(from, from.template open<Message>(data), plain, plan);
}

}  // namespace serbench
