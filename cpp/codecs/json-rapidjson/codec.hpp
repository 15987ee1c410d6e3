// JSON by RapidJSON: its Writer, and its Document parsed in situ.
#pragma once

#include "bench.hpp"
#include "rapidjson_slot.hpp"
#include "rapidjson_source.hpp"

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    out_.buffer.Clear();
    out_.writer.Reset(out_.buffer);
    put(serbench::JsonSlot(out_), object);
    return {reinterpret_cast<const std::byte*>(out_.buffer.GetString()), out_.buffer.GetSize()};
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    // In situ the strings are unescaped where they lie, in a text that ends at a NUL.
    text_.assign(bytes);
    text_.append("", 1);
    rapidjson::Document document;
    document.ParseInsitu<rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag>(
        reinterpret_cast<char*>(text_.data()));
    if (document.HasParseError()) {
      throw serbench::Malformed("RapidJSON refuses the text.");
    }
    take(serbench::JsonSource(document), object);
  }

 private:
  serbench::JsonOutput out_;
  serbench::ByteBuffer text_;
};
