// What Glaze has to be told of values in BEVE ("Custom Serialization/Deserialization" in its documentation).
#pragma once

#include "metas.hpp"
#include "names.hpp"

namespace serbench {

// Passes over a header; false, and a fault in the context, where another one is there.
bool take_header(std::uint8_t header, glz::is_context auto&& context, auto&& at, auto&& end) {
  if (glz::invalid_end(context, at, end)) {
    return false;
  }
  if (static_cast<std::uint8_t>(*at) != header) {
    context.error = glz::error_code::syntax_error;
    return false;
  }
  ++at;
  return true;
}

// The same with the number that follows it.
bool take_header(std::uint8_t header, std::size_t& number, glz::is_context auto&& context, auto&& at,
                 auto&& end) {
  if (take_header(header, context, at, end)) {
    number = glz::int_from_compressed(context, at, end);
  }
  return !bool(context.error);
}

inline constexpr std::uint8_t beve_u8 = 0b000'10'000;
inline constexpr std::uint8_t beve_type_tag = 0b00001'000;

}  // namespace serbench

// Bytes are an array of numbers of one byte.
template <>
struct glz::to<glz::BEVE, std::vector<std::byte>> {
  template <auto Options>
  static void op(auto&& bytes, is_context auto&& context, auto&&... out) {
    const std::span numbers(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    serialize<BEVE>::op<Options>(numbers, context, out...);
  }
};

template <>
struct glz::from<glz::BEVE, std::vector<std::byte>> {
  template <auto Options>
  static void op(auto&& bytes, is_context auto&& context, auto&& at, auto&& end) {
    std::size_t size = 0;
    if (!serbench::take_header(tag::typed_array | serbench::beve_u8, size, context, at, end)) {
      return;
    }
    if (static_cast<std::size_t>(end - at) < size) {
      context.error = error_code::unexpected_end;
      return;
    }
    const auto* begin = reinterpret_cast<const std::byte*>(&*at);
    bytes.assign(begin, begin + size);
    at += size;
  }
};

// A oneof as the library writes std::variant: a type tag with the position of the case, then its value.
template <class Message, std::size_t Place, class Variant>
struct glz::to<glz::BEVE, serbench::Oneof<Message, Place, Variant>> {
  template <auto Options>
  static void op(auto&& field, is_context auto&& context, auto&&... out) {
    dump_type(static_cast<std::uint8_t>(tag::extensions | serbench::beve_type_tag), out...);
    dump_compressed_int<Options>(field.oneof.index(), out...);
    std::visit([&](const auto& value) { serialize<BEVE>::op<Options>(value, context, out...); }, field.oneof);
  }
};

template <class Message, std::size_t Place, class Variant>
struct glz::from<glz::BEVE, serbench::Oneof<Message, Place, Variant>> {
  template <auto Options>
  static void op(auto&& field, is_context auto&& context, auto&& at, auto&& end) {
    std::size_t position = 0;
    if (!serbench::take_header(tag::extensions | serbench::beve_type_tag, position, context, at, end)) {
      return;
    }
    const auto read_case = [&]<std::size_t... I>(std::index_sequence<I...>) {
      return ((position == I &&
               (parse<BEVE>::op<Options>(serbench::filled_case<I>(field.oneof), context, at, end), true)) ||
              ...);
    };
    if (!read_case(std::make_index_sequence<std::variant_size_v<Variant>>())) {
      context.error = error_code::no_matching_variant_type;
    }
  }
};

// A map with bools as keys, which are numbers of one byte.
template <class T>
struct glz::to<glz::BEVE, std::map<bool, T>> {
  template <auto Options>
  static void op(auto&& map, is_context auto&& context, auto&&... out) {
    dump_type(static_cast<std::uint8_t>(tag::object | serbench::beve_u8), out...);
    dump_compressed_int<Options>(map.size(), out...);
    for (const auto& [key, value] : map) {
      dump_type(static_cast<std::uint8_t>(key), out...);
      serialize<BEVE>::op<Options>(value, context, out...);
    }
  }
};

template <class T>
struct glz::from<glz::BEVE, std::map<bool, T>> {
  template <auto Options>
  static void op(auto&& map, is_context auto&& context, auto&& at, auto&& end) {
    std::size_t size = 0;
    if (!serbench::take_header(tag::object | serbench::beve_u8, size, context, at, end)) {
      return;
    }
    for (std::size_t i = 0; i != size && !bool(context.error); ++i) {
      if (invalid_end(context, at, end)) {
        return;
      }
      const bool key = *at != 0;
      ++at;
      parse<BEVE>::op<Options>(map[key], context, at, end);
    }
  }
};
