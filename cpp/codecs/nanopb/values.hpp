// How single values are written to nanopb's streams and read from them. A value that is delimited, as strings
// and messages are, has a length before it and is read up to the end of a stream of its own.
#pragma once

#include <pb_decode.h>
#include <pb_encode.h>

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "message.pb.h"

namespace serbench {

// Signed numbers are sent with 64 bits.
struct Varint {
  static constexpr pb_wire_type_t wire_type = PB_WT_VARINT;

  template <class T>
  static bool write(pb_ostream_t* out, T value) {
    using Wide = std::conditional_t<std::unsigned_integral<T>, std::uint64_t, std::int64_t>;
    return pb_encode_varint(out, static_cast<std::uint64_t>(static_cast<Wide>(value)));
  }

  template <class T>
  static bool read(pb_istream_t* in, T& value) {
    std::uint64_t wide = 0;
    const bool ok = pb_decode_varint(in, &wide);
    value = static_cast<T>(wide);
    return ok;
  }
};

struct Zigzag {
  static constexpr pb_wire_type_t wire_type = PB_WT_VARINT;

  template <std::signed_integral T>
  static bool write(pb_ostream_t* out, T value) {
    return pb_encode_svarint(out, value);
  }

  template <std::signed_integral T>
  static bool read(pb_istream_t* in, T& value) {
    std::int64_t wide = 0;
    const bool ok = pb_decode_svarint(in, &wide);
    value = static_cast<T>(wide);
    return ok;
  }
};

template <class T>
concept OfFourBytes = sizeof(T) == 4;

struct Fixed32 {
  static constexpr pb_wire_type_t wire_type = PB_WT_32BIT;

  static bool write(pb_ostream_t* out, OfFourBytes auto value) { return pb_encode_fixed32(out, &value); }
  static bool read(pb_istream_t* in, OfFourBytes auto& value) { return pb_decode_fixed32(in, &value); }
};

template <class T>
concept OfEightBytes = sizeof(T) == 8;

struct Fixed64 {
  static constexpr pb_wire_type_t wire_type = PB_WT_64BIT;

  static bool write(pb_ostream_t* out, OfEightBytes auto value) { return pb_encode_fixed64(out, &value); }
  static bool read(pb_istream_t* in, OfEightBytes auto& value) { return pb_decode_fixed64(in, &value); }
};

// Strings and bytes.
struct Text {
  static constexpr pb_wire_type_t wire_type = PB_WT_STRING;

  static bool write(pb_ostream_t* out, const auto& value) {
    return pb_encode_string(out, reinterpret_cast<const pb_byte_t*>(value.data()), value.size());
  }

  static bool read(pb_istream_t* in, auto& value) {
    value.resize(in->bytes_left);
    return pb_read(in, reinterpret_cast<pb_byte_t*>(value.data()), value.size());
  }
};

// The generated struct of a plain message (rendered, binding.hpp): `offer` fills it for encoding, `expect`
// for decoding, `take` has what decoding left in it.
template <class Plain>
struct Wire;

struct Submessage {
  static constexpr pb_wire_type_t wire_type = PB_WT_STRING;

  template <class Plain>
  static const pb_msgdesc_t* fields() {
    return nanopb::MessageDescriptor<typename Wire<Plain>::Message>::fields();
  }

  template <class Plain>
  static bool write(pb_ostream_t* out, const Plain& value) {
    typename Wire<Plain>::Message message{};
    Wire<Plain>::offer(value, message);
    return pb_encode_submessage(out, fields<Plain>(), &message);
  }

  template <class Plain>
  static bool read(pb_istream_t* in, Plain& value) {
    typename Wire<Plain>::Message message{};
    Wire<Plain>::expect(value, message);
    if (!pb_decode(in, fields<Plain>(), &message)) {
      return false;
    }
    Wire<Plain>::take(message, value);
    return true;
  }
};

}  // namespace serbench
