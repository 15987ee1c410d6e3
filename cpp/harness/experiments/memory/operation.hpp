// What every operation has. Calling it with an index is what is timed; `prove` does the same work and hands
// over the value that came back. What an operation needs beforehand, its constructor prepares, and it is gone
// with the operation.
#pragma once

#include "adapter.hpp"
#include "values/proof.hpp"

namespace serbench {

// What an operation works on: objects, and their messages as bytes. `kept_objects` is how many of the objects
// decoded last stay alive.
template <class C>
struct Subject {
  std::span<const ObjectOf<C>> objects;
  std::span<const Bytes> encoded;
  std::size_t kept_objects = 0;
};

inline constexpr std::string_view application = "application";
inline constexpr std::string_view library = "library";

template <class C>
class OperationBase {
 public:
  using Object = ObjectOf<C>;

  // Whether it starts from bytes alone, so that messages of another codec can be proved with it.
  static constexpr bool starts_from_bytes = false;
  static constexpr bool is_access = false;
  // Whether what it ends with is a message, which its proof then reads.
  static constexpr bool writes_message = false;
  // Whether the timed work reads the content of the messages that it opens or writes out.
  static constexpr bool reads = true;

  OperationBase(Client<C>& client, Subject<C> subject) : client_(client), subject_(subject) {}

 protected:
  // Some libraries decode in place or keep scratch memory, so the bytes to be proved are copied first.
  Evidence decoded(Bytes bytes, Object& came_back) {
    proved_.assign(bytes);
    const std::uint64_t hash = xxh64(proved_.bytes());
    client_.decode(proved_.bytes(), came_back);
    return {.bytes = bytes.size(), .message_hash = hash};
  }

  Client<C>& client_;
  Subject<C> subject_;
  ByteBuffer proved_;
};

}  // namespace serbench
