// BEVE by Glaze, from and to the plain types.
#pragma once

#include <stdexcept>
#include <string>

#include "adapter.hpp"
#include "values.hpp"

class Codec {
 public:
  serbench::Bytes encode(const serbench::Root& object) {
    require(glz::write<options>(object, written_), written_);
    return std::as_bytes(std::span(written_));
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    const std::string_view message(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const glz::error_ctx result = glz::read<options>(object, message);
    require(result, message);
    if (result.location != bytes.size()) {
      throw std::invalid_argument("The bytes do not end where the object does.");
    }
  }

 private:
  static constexpr glz::opts options{.format = glz::BEVE, .error_on_unknown_keys = false};

  static void require(const glz::error_ctx& fault, std::string_view message) {
    if (fault) {
      throw std::invalid_argument(glz::format_error(fault, message));
    }
  }

  std::string written_;
};
