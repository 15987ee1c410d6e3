// The handcoded page, rigged to cheat in the way that SERBENCH_TEST_CHEAT
// names: whatever verify must catch.
#pragma once

#include <concepts>
#include <cstdlib>
#include <map>
#include <string_view>

#define Codec Honest
#include "../../../cpp/codecs/handcoded/codec.hpp"
#undef Codec

class Codec {
public:
  using Bytes = serbench::Bytes;
  using Root = serbench::Root;

  Bytes encode(const Root &object) {
    ++calls_;
    if (cheats("encode-remembers-address") && &object == encoded_object_) {
      return encoded_;
    }
    if (cheats("encode-remembers-first") && encoded_object_ != nullptr) {
      return encoded_;
    }
    if (cheats("encode-goes-stale") && calls_ > many) {
      return encoded_;
    }
    if (cheats("encode-points")) {
      pointer_ = &object;
      return {reinterpret_cast<const std::byte *>(&pointer_), sizeof pointer_};
    }
    encoded_object_ = &object;
    encoded_ = honest_.encode(object);
    return cheats("encode-changes-when-hot") && calls_ > many
               ? inverted(encoded_)
               : encoded_;
  }

  void decode(Bytes bytes, Root &object) {
    if (cheats("decode-remembers-address")) {
      const auto [known, fresh] = decoded_.try_emplace(bytes.data());
      if (fresh) {
        known->second.assign(bytes);
      }
      bytes = known->second.bytes();
    }
    if (cheats("encode-points")) {
      bytes = pointed_at(bytes);
    }
    if (cheats("encode-changes-when-hot") && bytes[3] == std::byte{0xFF}) {
      bytes = inverted(bytes);
    }
    honest_.decode(bytes, object);
  }

  template <std::same_as<serbench::All> Plan>
  std::uint64_t access(Bytes bytes, Plan all) {
    if (cheats("access-reads-less")) {
      return honest_.access(bytes, serbench::One{});
    }
    if (cheats("access-remembers-address") && bytes.data() == accessed_at_) {
      return touch_;
    }
    if (cheats("encode-points")) {
      bytes = pointed_at(bytes);
    }
    accessed_at_ = bytes.data();
    return touch_ = honest_.access(bytes, all);
  }

private:
  // More calls than all proofs before the timing make together, and fewer than
  // the timing.
  static constexpr int many = 1000;

  static bool cheats(std::string_view how) {
    static const char *cheat = std::getenv("SERBENCH_TEST_CHEAT");
    return cheat != nullptr && how == cheat;
  }

  // A record's first bytes are the number of its integers, which is small, so
  // inverted bytes are known by it.
  Bytes inverted(Bytes bytes) {
    inverted_.assign(bytes);
    for (std::size_t i = 0; i != bytes.size(); ++i) {
      inverted_.data()[i] = ~inverted_.data()[i];
    }
    return inverted_.bytes();
  }

  Bytes pointed_at(Bytes bytes) {
    const Root *pointed = nullptr;
    std::memcpy(&pointed, bytes.data(), sizeof pointed);
    return honest_.encode(*pointed);
  }

  Honest honest_;
  int calls_ = 0;
  const Root *encoded_object_ = nullptr;
  const Root *pointer_ = nullptr;
  Bytes encoded_;
  std::map<const std::byte *, serbench::ByteBuffer> decoded_;
  serbench::ByteBuffer inverted_;
  const std::byte *accessed_at_ = nullptr;
  std::uint64_t touch_ = 0;
};
