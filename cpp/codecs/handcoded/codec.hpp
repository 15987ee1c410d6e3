// FORMAT.md's bytes, written and read by code rendered for the schema: what one would write by hand.
#pragma once

#include "bench.hpp"
#include "scan.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    bytes_.clear();
    serbench::Writer<serbench::Fast> writer(bytes_);
    write(writer, object);
    writer.finish();
    return bytes_.bytes();
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    serbench::Reader<serbench::Fast> reader(bytes);
    read(reader, object);
    reader.finish();
  }

  std::uint64_t access_one(serbench::Bytes bytes) { return accessed(bytes, serbench::One{}); }
  std::uint64_t access_tenth(serbench::Bytes bytes) { return accessed(bytes, serbench::Tenth{}); }
  std::uint64_t access_all(serbench::Bytes bytes) { return accessed(bytes, serbench::All{}); }

 private:
  template <class Plan>
  static std::uint64_t accessed(serbench::Bytes bytes, Plan plan) {
    serbench::Scanner scanner(bytes);
    return scan_root(scanner, plan);
  }

  serbench::ByteBuffer bytes_;
};
