// Calls the classes that Protocol Buffers generates. Where a message lives is the business of `Held`: its
// `begin` hands out an empty message, its `get` the one that is there.
#pragma once

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <limits>

#include "accessors.hpp"
#include "adapter.hpp"
#include "conversions.hpp"

template <class Held>
class MessageCodec {
 public:
  using Message = Held;
  static constexpr bool decode_reuses = true;

  MessageCodec() { GOOGLE_PROTOBUF_VERIFY_VERSION; }

  void build(const serbench::Root& object, Message& message) { serbench::build(object, message.begin()); }

  serbench::Bytes serialize(const Message& message) {
    const std::size_t size = message.get().ByteSizeLong();
    if (size > std::numeric_limits<int>::max()) {
      throw std::length_error("Protocol Buffers' messages are limited to 2 GiB.");
    }
    bytes_.resize(size);
    google::protobuf::io::ArrayOutputStream array(bytes_.data(), static_cast<int>(size));
    {
      // It writes its last bytes when it is destroyed.
      google::protobuf::io::CodedOutputStream output(&array);
      message.get().SerializeWithCachedSizes(&output);
    }
    return bytes_.bytes();
  }

  void deserialize(serbench::Bytes bytes, Message& message) {
    if (bytes.size() > std::numeric_limits<int>::max()) {
      throw std::length_error("Protocol Buffers' messages are limited to 2 GiB.");
    }
    google::protobuf::io::CodedInputStream input(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                                 static_cast<int>(bytes.size()));
    // By default 100 levels. Deeper data is data too.
    input.SetRecursionLimit(1000);
    // The message is empty already, and parsing would clear it once more.
    if (!message.begin().MergeFromCodedStream(&input) || !input.ConsumedEntireMessage()) {
      throw std::runtime_error("The bytes cannot be parsed as a message.");
    }
  }

  void extract(const Message& message, serbench::Root& object) { serbench::extract(message.get(), object); }
  void extract(Message&& message, serbench::Root& object) { serbench::move_out(message.get(), object); }

  template <class Plan>
  std::uint64_t touch(const Message& message, Plan plan) {
    return serbench::touch_in(serbench::source_of(message.get()), serbench::Of<serbench::Root>{}, plan);
  }

 private:
  serbench::ByteBuffer bytes_;
};
