// msgpack-cxx: packed into a buffer, parsed by a visitor that fills the object.
#pragma once

#include "filling.hpp"
#include "members.hpp"

namespace serbench {

// Each value goes to its target as soon as it is parsed.
class FillingVisitor : public msgpack::null_visitor {
 public:
  void begin(Target root, std::size_t message_bytes) {
    target_ = root;
    message_bytes_ = message_bytes;
    opened_.clear();
  }

  bool visit_nil() { return take(std::monostate{}); }
  bool visit_boolean(bool value) { return take(value); }
  bool visit_positive_integer(std::uint64_t value) { return take(value); }
  bool visit_negative_integer(std::int64_t value) { return take(value); }
  bool visit_float32(float value) { return take(double{value}); }
  bool visit_float64(double value) { return take(value); }
  bool visit_str(const char* text, std::uint32_t size) { return take(std::string_view(text, size)); }
  bool visit_bin(const char* bytes, std::uint32_t size) {
    return take(Bytes(reinterpret_cast<const std::byte*>(bytes), size));
  }
  bool visit_ext(const char*, std::uint32_t) { throw msgpack::type_error(); }

  bool start_array(std::uint32_t count) {
    bound(count);
    opened_.push_back({target_.operations->open_array(target_.at, count)});
    return true;
  }
  bool start_array_item() {
    OpenedValue& opened = opened_.back();
    target_ = opened.target.operations->element(opened.target.at, opened);
    return true;
  }
  bool end_array() { return close(); }

  bool start_map(std::uint32_t count) {
    bound(count);
    opened_.push_back({target_.operations->open_map(target_.at)});
    return true;
  }
  bool start_map_key() {
    target_ = target_of(opened_.back().waiting);
    return true;
  }
  bool start_map_value() {
    const OpenedValue& opened = opened_.back();
    target_ = opened.target.operations->value_of_key(opened.target.at, opened.waiting);
    return true;
  }
  bool end_map() { return close(); }

  void parse_error(std::size_t, std::size_t) { throw msgpack::parse_error("The bytes are not MessagePack."); }
  void insufficient_bytes(std::size_t, std::size_t) {
    throw msgpack::insufficient_bytes("The bytes end inside a value.");
  }

 private:
  static constexpr std::size_t most_levels = 10'000;

  bool take(const Scalar& value) {
    target_.operations->take(target_.at, value);
    return true;
  }

  bool close() {
    opened_.pop_back();
    return true;
  }

  // Whatever a message holds takes a byte at least, so it cannot hold more of anything than it has bytes.
  void bound(std::uint32_t count) const {
    if (count > message_bytes_ || opened_.size() == most_levels) {
      throw std::runtime_error("A count or the nesting is beyond what the message can have.");
    }
  }

  Target target_{};
  std::size_t message_bytes_ = 0;
  std::vector<OpenedValue> opened_;
};

}  // namespace serbench

class Codec {
 public:
  static constexpr bool decode_reuses = true;

  serbench::Bytes encode(const serbench::Root& object) {
    buffer_.clear();
    msgpack::pack(buffer_, object);
    return {reinterpret_cast<const std::byte*>(buffer_.data()), buffer_.size()};
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    visitor_.begin(serbench::target_of(object), bytes.size());
    std::size_t end = 0;
    const bool whole =
        msgpack::parse(reinterpret_cast<const char*>(bytes.data()), bytes.size(), end, visitor_);
    if (!whole || end != bytes.size()) {
      throw std::runtime_error("The bytes do not end where the object does.");
    }
  }

 private:
  msgpack::sbuffer buffer_;
  serbench::FillingVisitor visitor_;
};
