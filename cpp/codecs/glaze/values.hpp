// What Glaze has to be told of values in JSON ("Custom Serialization/Deserialization" in its documentation).
#pragma once

#include "base64.hpp"
#include "metas.hpp"
#include "names.hpp"

namespace serbench {

// Kept by each thread, as Glaze keeps its own buffers: what it passes from value to value has no place for
// more.
inline std::string& base64_buffer() {
  static thread_local std::string text;
  return text;
}

}  // namespace serbench

// A float or double that is -0.0 would be written as -0, which many readers take for an integer. For all
// others Glaze's own writer is that of the constant type.
template <class T>
struct WritesZeroWithFraction {
  template <auto Options>
  static void op(T value, glz::is_context auto&& context, auto&& out, auto&& at) {
    if (value == 0 && std::signbit(value)) [[unlikely]] {
      glz::dump<"-0.0">(out, at);
    } else {
      glz::to<glz::JSON, const T>::template op<Options>(value, context, out, at);
    }
  }
};
template <>
struct glz::to<glz::JSON, float> : WritesZeroWithFraction<float> {};
template <>
struct glz::to<glz::JSON, double> : WritesZeroWithFraction<double> {};

// Bytes are base64 text, which needs no escapes when it is written. What another library wrote may have some.
template <>
struct glz::to<glz::JSON, std::vector<std::byte>> {
  template <auto Options>
  static void op(auto&& bytes, is_context auto&& context, auto&& out, auto&& at) {
    std::string& text = serbench::base64_buffer();
    serbench::base64_encode(bytes, text);
    serialize<JSON>::op<opt_true<Options, &opts::raw_string>>(text, context, out, at);
  }
};

template <>
struct glz::from<glz::JSON, std::vector<std::byte>> {
  template <auto Options>
  static void op(auto&& bytes, is_context auto&& context, auto&& at, auto&& end) {
    std::string& text = serbench::base64_buffer();
    parse<JSON>::op<Options>(text, context, at, end);
    if (bool(context.error)) {
      return;
    }
    try {
      serbench::base64_decode(text, bytes);
    } catch (const serbench::Malformed&) {
      // Callers of this may not throw.
      context.error = error_code::parse_error;
    }
  }
};

template <std::size_t Position, class Variant>
struct glz::from<glz::JSON, serbench::Case<Position, Variant>> {
  template <auto Options>
  static void op(auto&& value, is_context auto&& context, auto&& at, auto&& end) {
    parse<JSON>::op<Options>(*value, context, at, end);
  }
};

template <class Message, std::size_t Place, class Variant>
struct glz::from<glz::JSON, serbench::Oneof<Message, Place, Variant>> {
  template <auto Options>
  static void op(auto&& value, is_context auto&& context, auto&& at, auto&& end) {
    parse<JSON>::op<Options>(*value, context, at, end);
  }
};
