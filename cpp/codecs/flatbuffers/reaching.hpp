// What a field of a table leads to, to be changed where it lies.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <type_traits>

namespace serbench {

// Whether all fields have a place, whatever they hold: those of a struct.
template <class T>
constexpr bool stores_zero(const T*) {
  return !std::is_base_of_v<flatbuffers::Table, T>;
}

// A member that is always there may have been left out, and has no place then.
template <class T, class F>
bool of_member(T* m, F f) {
  return m != nullptr && f(m);
}

template <class T, class F>
bool of_optional(T* m, F f) {
  return m == nullptr || f(m);
}

template <class T, class F>
bool of_list(flatbuffers::Vector<T>* list, F f) {
  for (flatbuffers::uoffset_t i = 0; list != nullptr && i != list->size(); ++i) {
    if (!f(list->GetMutableObject(i))) {
      return false;
    }
  }
  return true;
}

}  // namespace serbench
