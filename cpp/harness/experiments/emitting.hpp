// Files of messages that are made one by one.
#pragma once

#include <optional>
#include <string>

#include "adapter.hpp"
#include "protocol/container.hpp"
#include "protocol/replies.hpp"
#include "values/proof.hpp"

namespace serbench {

// Writes `count` messages, which make(client, index) makes. One that fails is missing in the file; the codec
// is then replaced, for it may be in any state.
template <class C, class F>
void emit_messages(Replies& replies, const std::string& path, std::uint64_t count, F&& make) {
  ContainerWriter file(path, messages_magic, count);
  std::optional<Client<C>> client(std::in_place);
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i != count; ++i) {
    std::optional<Bytes> message;
    try {
      message = make(*client, i);
    } catch (const RequestError&) {
      throw;
    } catch (...) {
      replies.line("failed", {{"index", i}, {"detail", current_failure(i).detail}});
    }
    if (message) {
      file.add(*message);
      bytes += message->size();
    } else {
      file.add_missing();
      client.emplace();
    }
  }
  file.finish();
  replies.line("emitted", {{"objects", count}, {"bytes", bytes}});
}

}  // namespace serbench
