// Protocol Buffers with generated classes, through the ordinary API without arenas.
#pragma once

#include "calling.hpp"

// A message that is used again: Clear keeps the memory of strings, lists and messages inside.
class KeptMessage {
 public:
  serbench::wire_root& begin() {
    message_.Clear();
    return message_;
  }
  serbench::wire_root& get() { return message_; }
  const serbench::wire_root& get() const { return message_; }

 private:
  serbench::wire_root message_;
};

using Codec = MessageCodec<KeptMessage>;
