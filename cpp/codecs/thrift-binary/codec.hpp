// Apache Thrift's protocols with generated structs, over memory buffers that live as long as the codec.
#pragma once

#include <thrift/TConfiguration.h>
#include <thrift/transport/TBufferTransports.h>

#include <limits>

#include "accessors.hpp"
#include "adapter.hpp"
#include "conversions.hpp"
#include "protocol.hpp"

class Codec {
  using Buffer = apache::thrift::transport::TMemoryBuffer;
  // Named with its transport, so that the generated templates (cpp:templates) call neither through a pointer.
  using Protocol = serbench::Protocol<Buffer>;
  using Configuration = apache::thrift::TConfiguration;

 public:
  using Message = serbench::wire_root;
  static constexpr bool decode_reuses = true;

  void build(const serbench::Root& object, Message& message) {
    serbench::convert(serbench::Converting{}, object, message);
  }

  serbench::Bytes serialize(const Message& message) {
    output_->resetBuffer();
    message.write(&writer_);
    std::uint8_t* data = nullptr;
    std::uint32_t size = 0;
    output_->getBuffer(&data, &size);
    return {reinterpret_cast<const std::byte*>(data), size};
  }

  // Reading sets only what the bytes hold, so a used message is cleared first.
  void deserialize(serbench::Bytes bytes, Message& message) {
    serbench::clear(message);
    observe(bytes);
    message.read(&reader_);
    if (input_->available_read() != 0) {
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
  // Reads the bytes where they lie; a buffer that observes never writes to them. readEnd is what begins the
  // count of consumed bytes anew, and the known size lets lists be refused that claim more than there is.
  void observe(serbench::Bytes bytes) {
    if (bytes.size() > std::numeric_limits<int>::max()) {
      throw std::length_error("Thrift's messages are limited to 2 GiB.");
    }
    auto* data = const_cast<std::uint8_t*>(reinterpret_cast<const std::uint8_t*>(bytes.data()));
    input_->readEnd();
    input_->resetBuffer(data, static_cast<std::uint32_t>(bytes.size()), Buffer::OBSERVE);
    input_->updateKnownMessageSize(static_cast<long>(bytes.size()));
  }

  // By default messages of at most 100 MiB and 64 levels. Larger and deeper data is data too.
  std::shared_ptr<Configuration> limits_ = std::make_shared<Configuration>(
      std::numeric_limits<int>::max(), Configuration::DEFAULT_MAX_FRAME_SIZE, 1000);
  std::shared_ptr<Buffer> output_ = std::make_shared<Buffer>(limits_);
  std::shared_ptr<Buffer> input_ = std::make_shared<Buffer>(nullptr, 0, Buffer::OBSERVE, limits_);
  Protocol writer_{output_};
  Protocol reader_{input_};
};
