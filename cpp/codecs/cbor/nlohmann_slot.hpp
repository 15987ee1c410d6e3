// Puts values into nlohmann/json's values.
#pragma once

#include "document_writing.hpp"
#include "nlohmann_bytes.hpp"

namespace serbench {

class NlohmannSlot {
 public:
  explicit NlohmannSlot(nlohmann::json& to) : to_(&to) {}

  void boolean(bool value) const { *to_ = value; }

  template <Number T>
  void number(T value) const {
    *to_ = value;
  }

  void text(std::string_view value) const { *to_ = value; }

  void bytes(Bytes value) const { put_bytes(*to_, value); }

  struct List {
    nlohmann::json::array_t& values;
    NlohmannSlot element() const { return NlohmannSlot(values.emplace_back()); }
    void finish() const {}
  };
  List list(std::size_t count) const {
    *to_ = nlohmann::json::array();
    auto& values = to_->get_ref<nlohmann::json::array_t&>();
    values.reserve(count);
    return {values};
  }

  struct Map {
    nlohmann::json::object_t& values;
    NlohmannSlot member(std::string_view name) const { return NlohmannSlot(values[std::string(name)]); }
    NlohmannSlot entry(std::string_view key) const { return member(key); }
    void finish() const {}
  };
  Map map(std::size_t) const {
    *to_ = nlohmann::json::object();
    return {to_->get_ref<nlohmann::json::object_t&>()};
  }

 private:
  nlohmann::json* to_;
};

}  // namespace serbench
