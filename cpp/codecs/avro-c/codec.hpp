// Apache Avro's library for C: generic values of a schema that is parsed when the codec is made; value,
// reader and writer are used again.
#pragma once

#include "adapter.hpp"
#include "avro_source.hpp"

class Codec {
 public:
  using Message = serbench::GenericValue;
  static constexpr bool decode_reuses = true;

  Codec() {
    serbench::checked(
        avro_schema_from_json_length(serbench::schema_text, sizeof serbench::schema_text - 1, &schema_));
    class_ = avro_generic_class_from_schema(schema_);
    bytes_.resize(least_room_bytes);
  }
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;
  ~Codec() {
    avro_reader_free(reader_);
    avro_writer_free(writer_);
    avro_value_iface_decref(class_);
    avro_schema_decref(schema_);
  }

  // reset keeps the memory of the value.
  void build(const serbench::Root& object, Message& message) {
    avro_value_t& value = message.of(class_);
    serbench::checked(avro_value_reset(&value));
    serbench::put(serbench::Converting{}, object, value);
  }

  // A writer to memory fails where its buffer ends, so the largest message so far is written twice.
  serbench::Bytes serialize(const Message& message) {
    auto* value = const_cast<avro_value_t*>(&message.get());
    for (;;) {
      avro_writer_memory_set_dest(writer_, reinterpret_cast<const char*>(bytes_.data()),
                                  static_cast<std::int64_t>(bytes_.size()));
      const int error = avro_value_write(writer_, value);
      if (error == 0) {
        return bytes_.bytes().first(static_cast<std::size_t>(avro_writer_tell(writer_)));
      }
      if (error != ENOSPC) {
        serbench::checked(error);
      }
      bytes_.resize(2 * bytes_.size());
    }
  }

  void deserialize(serbench::Bytes bytes, Message& message) {
    avro_reader_memory_set_source(reader_, reinterpret_cast<const char*>(bytes.data()),
                                  static_cast<std::int64_t>(bytes.size()));
    serbench::checked(avro_value_read(reader_, &message.of(class_)));
    // Only a file's reader can be asked whether it is at the end.
    if (avro_skip(reader_, 1) == 0) {
      throw std::runtime_error("Bytes are left over after the message.");
    }
  }

  void extract(const Message& message, serbench::Root& object) {
    serbench::take(serbench::Converting{}, message.get(), object);
  }

  template <class Plan>
  std::uint64_t touch(const Message& message, Plan plan) {
    return serbench::touch_in(serbench::AvroSource(message.get()), serbench::Of<serbench::Root>{}, plan);
  }

 private:
  static constexpr std::size_t least_room_bytes = 1024;

  serbench::ByteBuffer bytes_;
  avro_schema_t schema_ = nullptr;
  avro_value_iface_t* class_ = nullptr;
  avro_writer_t writer_ = avro_writer_memory("", 0);
  avro_reader_t reader_ = avro_reader_memory("", 0);
};
