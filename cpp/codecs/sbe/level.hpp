// The flyweights and the buffer of one level of messages, kept: a message inside another's data has a level
// of its own.
#pragma once

#include <memory>
#include <stdexcept>
#include <string_view>
#include <tuple>

#include "traits.hpp"

namespace serbench {

template <class Header, class... Messages>
class LevelOf {
 public:
  LevelOf& inner() {
    if (inner_ == nullptr) {
      inner_ = std::make_unique<LevelOf>();
    }
    return *inner_;
  }

  // Writes an object as a message into the buffer, which grows by trial.
  template <class Message, class Object>
  std::string_view write(const Object& object) {
    for (;;) {
      try {
        auto& message = std::get<Message>(messages_);
        message.wrapAndApplyHeader(buffer(), 0, buffer_.capacity());
        pack(*this, message, object);
        return {buffer(), message.sbePosition()};
      } catch (const std::runtime_error& fault) {
        // Only the largest message so far costs a second try. Faults have no types of their own.
        if (std::string_view(fault.what()).find("buffer too short") == std::string_view::npos) {
          throw;
        }
        buffer_.reserve(2 * buffer_.capacity() + 1024);
      }
    }
  }

  // The flyweight over a message, which outlives it.
  template <class Message>
  Message& open(std::string_view bytes) {
    // Generated classes write and read through one pointer.
    char* const from = const_cast<char*>(bytes.data());
    Header header(from, 0, bytes.size(), Message::sbeSchemaVersion());
    if (header.templateId() != Message::sbeTemplateId()) {
      throw Malformed("The bytes hold another message.");
    }
    auto& message = std::get<Message>(messages_);
    message.wrapForDecode(from, Header::encodedLength(), header.blockLength(), header.version(),
                          bytes.size());
    size_bytes_ = bytes.size();
    return message;
  }

  // The size of the message that is open.
  std::uint64_t size_bytes() const { return size_bytes_; }

 private:
  char* buffer() { return reinterpret_cast<char*>(buffer_.data()); }

  ByteBuffer buffer_;
  std::tuple<Messages...> messages_;
  std::uint64_t size_bytes_ = 0;
  std::unique_ptr<LevelOf> inner_;
};

}  // namespace serbench
