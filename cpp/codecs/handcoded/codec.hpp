// FORMAT.md's bytes, written and read by code rendered for the schema: what one would write oneself.
#pragma once

#include "adapter.hpp"
#include "scan.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    bytes_.clear();
    write(serbench::Writer<serbench::Fast>(bytes_), object).finish();
    return bytes_.bytes();
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    read(serbench::Reader<serbench::Fast>(bytes), object).finish();
  }

  template <class Plan>
  static std::uint64_t access(serbench::Bytes bytes, Plan plan) {
    serbench::Scanner scanner(bytes);
    return scan_root(scanner, plan);
  }

  // Where the schema has a number.
  template <class T = serbench::Root>
    requires requires(serbench::Scanner& scanner) { add_one(scanner, serbench::Of<T>{}); }
  bool update_number(std::span<std::byte> message) {
    serbench::Scanner scanner(message);
    add_one(scanner, serbench::Of<T>{});
    scanner.finish();
    return true;
  }

 private:
  serbench::ByteBuffer bytes_;
};
