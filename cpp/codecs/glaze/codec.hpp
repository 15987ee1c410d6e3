// JSON by Glaze, from and to the plain types.
#pragma once

#include <stdexcept>
#include <string>

#include "adapter.hpp"
#include "values.hpp"

struct Options : glz::opts {
  bool escape_control_characters = true;
  bool validate_trailing_whitespace = true;
};

class Codec {
 public:
  serbench::Bytes encode(const serbench::Root& object) {
    require(glz::write<options>(object, written_), written_);
    return std::as_bytes(std::span(written_));
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    read_.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    require(glz::read<options>(object, read_), read_);
  }

 private:
  static constexpr Options options{{.error_on_unknown_keys = false}};

  static void require(const glz::error_ctx& fault, const std::string& text) {
    if (fault) {
      throw std::invalid_argument(glz::format_error(fault, text));
    }
  }

  std::string written_;
  std::string read_;
};
