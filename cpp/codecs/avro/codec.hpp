// Apache Avro's binary encoding with generated structs; encoder, decoder and both streams live as long as the
// codec.
#pragma once

#include <avro/Decoder.hh>
#include <avro/Encoder.hh>
#include <avro/Specific.hh>

#include "accessors.hpp"
#include "adapter.hpp"
#include "conversions.hpp"
#include "streams.hpp"

class Codec {
 public:
  using Message = serbench::wire_root;
  static constexpr bool decode_reuses = true;

  void build(const serbench::Root& object, Message& message) {
    serbench::convert(serbench::Converting{}, object, message);
  }

  // An encoder has bytes of its own until it is flushed. Where a value was refused it still has some, which
  // init gives back to the stream; so the stream is emptied after that.
  serbench::Bytes serialize(const Message& message) {
    encoder_->init(output_);
    output_.buffer.clear();
    avro::encode(*encoder_, message);
    encoder_->flush();
    return output_.buffer.bytes();
  }

  // Decoding sets every member. The decoder takes more from the stream than it needs; init gives back the
  // rest.
  void deserialize(serbench::Bytes bytes, Message& message) {
    decoder_->init(input_);
    input_.open(bytes);
    avro::decode(*decoder_, message);
    decoder_->init(input_);
    if (input_.left() != 0) {
      throw std::runtime_error("Bytes are left over after the message.");
    }
  }

  void extract(const Message& message, serbench::Root& object) {
    serbench::convert(serbench::Converting{}, message, object);
  }
  void extract(Message&& message, serbench::Root& object) {
    serbench::convert(serbench::Converting{}, message, object);
  }

  template <class Plan>
  std::uint64_t touch(const Message& message, Plan plan) {
    return serbench::touch_in(serbench::source_of(message), serbench::Of<serbench::Root>{}, plan);
  }

 private:
  serbench::BufferStream output_;
  serbench::BytesStream input_;
  avro::EncoderPtr encoder_ = avro::binaryEncoder();
  avro::DecoderPtr decoder_ = avro::binaryDecoder();
};
