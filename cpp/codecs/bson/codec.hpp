// BSON documents by libbson: appended to a document that is used again, read by iterators over the bytes.
#pragma once

#include "adapter.hpp"
#include "bson_slot.hpp"
#include "bson_source.hpp"

// A document that keeps its memory.
struct BsonDocument {
  BsonDocument() { bson_init(&bson); }
  BsonDocument(const BsonDocument&) = delete;
  BsonDocument& operator=(const BsonDocument&) = delete;
  ~BsonDocument() { bson_destroy(&bson); }

  bson_t bson;
};

class Codec {
 public:
  using Message = BsonDocument;
  // A document over bytes that lie elsewhere.
  using Opened = bson_t;
  static constexpr bool decode_reuses = true;
  static constexpr bool builds_in_place = true;

  void build(const serbench::Root& object, Message& message) {
    bson_reinit(&message.bson);
    put(serbench::BsonRootSlot(message.bson), object);
  }

  serbench::Bytes serialize(const Message& message) {
    return {reinterpret_cast<const std::byte*>(bson_get_data(&message.bson)), message.bson.len};
  }

  void deserialize(serbench::Bytes bytes, Opened& opened) {
    if (!bson_init_static(&opened, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size())) {
      throw serbench::Malformed("The bytes are no BSON document.");
    }
  }

  void extract(const Opened& opened, serbench::Root& object) {
    take(serbench::BsonRootSource(opened), object);
  }

  template <class Plan>
  std::uint64_t touch(const Opened& opened, Plan plan) {
    return touch_in(serbench::BsonRootSource(opened), serbench::Of<serbench::Root>{}, plan);
  }
};
