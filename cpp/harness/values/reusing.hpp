// Fields that may be filled already: what is there is filled again, what is missing is made.
#pragma once

#include <memory>
#include <optional>
#include <variant>

namespace serbench {

template <class T>
T& filled(std::optional<T>& field) {
  return field ? *field : field.emplace();
}

template <class T>
T& filled(std::unique_ptr<T>& field) {
  if (field == nullptr) {
    field = std::make_unique<T>();
  }
  return *field;
}

// The value of a oneof's case by position, as two cases may have one type; a box counts as the value in it.
template <std::size_t Position, class... Cases>
auto& filled_case(std::variant<Cases...>& oneof) {
  if (oneof.index() != Position) {
    oneof.template emplace<Position>();
  }
  auto& value = std::get<Position>(oneof);
  if constexpr (requires { value.get(); }) {
    return filled(value);
  } else {
    return value;
  }
}

}  // namespace serbench
