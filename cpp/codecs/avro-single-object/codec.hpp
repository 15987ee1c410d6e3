// Apache Avro's encoding of single objects with generated structs: a header with the fingerprint of the
// writer's schema, and the object, which is read by the resolver of that schema.
#pragma once

#include <algorithm>
#include <avro/Compiler.hh>
#include <avro/Decoder.hh>
#include <avro/Encoder.hh>
#include <avro/Specific.hh>
#include <cstring>
#include <unordered_map>

#include "accessors.hpp"
#include "adapter.hpp"
#include "conversions.hpp"
#include "streams.hpp"
#include "versions.hpp"

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
    encoder_->encodeFixed(header_.data(), header_.size());
    avro::encode(*encoder_, message);
    encoder_->flush();
    return output_.buffer.bytes();
  }

  // Decoding sets every member. The decoder takes more from the stream than it needs; init gives back the
  // rest. Of another version's message that may be fields behind the last that the reader knows: the resolver
  // skips what it meets on its way, and not what is behind it.
  void deserialize(serbench::Bytes bytes, Message& message) {
    if (bytes.size() < header_.size() || std::memcmp(bytes.data(), header_.data(), marker_bytes) != 0) {
      throw std::runtime_error("The message has no header of a single object.");
    }
    const std::uint64_t fingerprint =
        fingerprint_at(reinterpret_cast<const std::uint8_t*>(bytes.data()) + marker_bytes);
    avro::ResolvingDecoder& decoder = resolver_from(fingerprint);
    input_.open(bytes.subspan(header_.size()));
    decoder.init(input_);
    avro::decode(decoder, message);
    decoder.init(input_);
    if (fingerprint == own_ && input_.left() != 0) {
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
  static constexpr std::size_t marker_bytes = 2;

  // The resolver of a version is made when its first message comes.
  avro::ResolvingDecoder& resolver_from(std::uint64_t fingerprint) {
    const auto kept = resolvers_.find(fingerprint);
    if (kept != resolvers_.end()) {
      return *kept->second;
    }
    const auto* known = std::ranges::find_if(serbench::versions, [&](const serbench::Version& version) {
      return fingerprint_at(version.fingerprint.data()) == fingerprint;
    });
    if (known == std::end(serbench::versions)) {
      throw std::runtime_error("No schema has the fingerprint of the message.");
    }
    const avro::ValidSchema writers = avro::compileJsonSchemaFromString(known->schema);
    const avro::ValidSchema readers = avro::compileJsonSchemaFromString(serbench::versions[0].schema);
    const auto made = avro::resolvingDecoder(writers, readers, avro::binaryDecoder());
    return *resolvers_.emplace(fingerprint, made).first->second;
  }

  static std::array<std::uint8_t, 10> header() {
    std::array<std::uint8_t, 10> made{0xC3, 0x01};
    std::ranges::copy(serbench::versions[0].fingerprint, made.begin() + marker_bytes);
    return made;
  }

  static std::uint64_t fingerprint_at(const std::uint8_t* bytes) {
    std::uint64_t found = 0;
    std::memcpy(&found, bytes, sizeof found);
    return found;
  }

  const std::array<std::uint8_t, 10> header_ = header();
  const std::uint64_t own_ = fingerprint_at(header_.data() + marker_bytes);
  serbench::BufferStream output_;
  serbench::BytesStream input_;
  avro::EncoderPtr encoder_ = avro::binaryEncoder();
  // The resolvers from schemas of writers to the reader's, by the fingerprints of the former.
  std::unordered_map<std::uint64_t, avro::ResolvingDecoderPtr> resolvers_;
};
