// Messages that are read into the library's own form and written again, without an object between.
#pragma once

#include <string>

#include "experiments/emitting.hpp"

namespace serbench {

template <class C>
void rewrite(Replies& replies, const std::string& encoded, const std::string& out) {
  ContainerReader messages(encoded, messages_magic);
  ByteBuffer message;
  emit_messages<C>(replies, out, messages.count(), [&](Client<C>& client, std::size_t) -> Bytes {
    if (!messages.next(message)) {
      throw std::runtime_error("There is no message of this object.");
    }
    client.codec.deserialize(message.bytes(), client.message);
    return client.codec.serialize(client.message);
  });
}

}  // namespace serbench
