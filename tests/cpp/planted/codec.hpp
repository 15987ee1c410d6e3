// A page with a fault for each first byte of a message; behind it lies what the handcoded page reads.
#pragma once

#include <concepts>
#include <stdexcept>
#include <vector>

#define Codec Sound
#include "../../../cpp/codecs/handcoded/codec.hpp"
#undef Codec

class Codec {
 public:
  using Bytes = serbench::Bytes;
  using Root = serbench::Root;

  struct Message {
    Bytes bytes;
    char kind = 0;
  };

  void build(const Root& object, Message& message) {
    const Bytes written = sound_.encode(object);
    encoded_.assign(1, std::byte{'='});
    encoded_.insert(encoded_.end(), written.begin(), written.end());
    message = {encoded_, '='};
  }

  Bytes serialize(const Message& message) { return message.bytes; }

  void deserialize(Bytes bytes, Message& message) {
    if (bytes.empty() || poisoned_) {
      throw std::runtime_error("There is\nnothing.");
    }
    message = {bytes, static_cast<char>(bytes[0])};
    fail(message);
  }

  void extract(const Message& message, Root& object) {
    if (message.kind == '?') {
      throw std::runtime_error("It is not wh\xC3\xB6le.");
    }
    if (message.kind == '=') {
      sound_.decode(message.bytes.subspan(1), object);
    }
  }

  template <std::same_as<serbench::All> Plan>
  std::uint64_t access(Bytes bytes, Plan) {
    return bytes.empty() ? 0 : static_cast<std::uint64_t>(bytes[0]);
  }

 private:
  void fail(const Message& message) {
    switch (message.kind) {
      case 'b':
        // More than the address space is allowed to have.
        std::vector<char>(std::size_t{1} << 36);
        break;
      case 'a':
        std::vector<char>(std::size_t{100} << 20);
        break;
      case 'm':
        for (int i = 0; i != 100; ++i) {
          std::vector<char>(std::size_t{1} << 20);
        }
        break;
      case 'v':
        std::vector<char>().reserve(~std::size_t{0});
        break;
      case 'i':
        throw 7;
      case 'o':
        look(message.bytes.data() + message.bytes.size());
        break;
      case 'u':
        look(message.bytes.data() - (std::ptrdiff_t{1} << 31));
        break;
      case 'l':
        for (volatile bool forever = true; forever;) {
        }
        break;
      case 'r':
        serbench::keep(recursed(1));
        break;
      case 's':
        poisoned_ = true;
        break;
      default:
        break;
    }
  }

  static void look(const volatile std::byte* at) { static_cast<void>(*at); }

  static int recursed(volatile int depth) { return depth == 0 ? 0 : recursed(depth + 1) + 1; }

  Sound sound_;
  std::vector<std::byte> encoded_;
  bool poisoned_ = false;
};
