// The operations of a library that has messages of its own.
#pragma once

#include <memory>

#include "experiments/memory/operation.hpp"

namespace serbench {

template <class C>
class Build : public OperationBase<C> {
 public:
  using OperationBase<C>::OperationBase;
  static constexpr std::string_view name = "build";
  static constexpr std::string_view side = library;
  static constexpr bool available = HasMessage<C>;
  static constexpr bool writes_message = true;

  void operator()(std::size_t i) {
    this->client_.codec.build(this->subject_.objects[i], this->client_.message);
    keep(this->client_.message);
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    (*this)(i);
    return this->decoded(this->client_.codec.serialize(this->client_.message), came_back);
  }
};

// Operations that start from a message have one for each object, made beforehand in an array: some libraries'
// messages cannot be moved.
template <class C>
class Serialize : public OperationBase<C> {
 public:
  static constexpr std::string_view name = "serialize";
  static constexpr std::string_view side = library;
  static constexpr bool available = HasMessage<C>;
  static constexpr bool writes_message = true;
  // A message that lies there as its bytes is only pointed at.
  static constexpr bool reads = !builds_in_place<C>();

  Serialize(Client<C>& client, Subject<C> subject)
      : OperationBase<C>(client, subject), messages_(new MessageOf<C>[subject.objects.size()]) {
    for_each_index(subject.objects.size(),
                   [&](std::size_t i) { client.codec.build(subject.objects[i], messages_[i]); });
  }
  void operator()(std::size_t i) { keep(this->client_.codec.serialize(std::as_const(messages_[i]))); }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    return this->decoded(this->client_.codec.serialize(std::as_const(messages_[i])), came_back);
  }

 private:
  std::unique_ptr<MessageOf<C>[]> messages_;
};

template <class C>
class Deserialize : public OperationBase<C> {
 public:
  using OperationBase<C>::OperationBase;
  static constexpr std::string_view name = "deserialize";
  static constexpr std::string_view side = library;
  static constexpr bool available = HasMessage<C>;
  static constexpr bool starts_from_bytes = true;
  static constexpr bool reads = !builds_in_place<C>();

  void operator()(std::size_t i) {
    this->client_.codec.deserialize(this->subject_.encoded[i], this->client_.opened);
    keep(this->client_.opened);
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    (*this)(i);
    this->client_.codec.extract(std::as_const(this->client_.opened), came_back);
    return {.bytes = this->subject_.encoded[i].size()};
  }
};

// The same without anything kept: the message, with its arena where it has one, is made and destroyed each
// time.
template <class C>
class DeserializeFresh : public OperationBase<C> {
 public:
  using OperationBase<C>::OperationBase;
  static constexpr std::string_view name = "deserialize-fresh";
  static constexpr std::string_view side = library;
  static constexpr bool available = HasMessage<C> && !builds_in_place<C>();
  static constexpr bool starts_from_bytes = true;

  void operator()(std::size_t i) {
    OpenedOf<C> fresh;
    this->client_.codec.deserialize(this->subject_.encoded[i], fresh);
    keep(fresh);
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    OpenedOf<C> fresh;
    this->client_.codec.deserialize(this->subject_.encoded[i], fresh);
    this->client_.codec.extract(std::as_const(fresh), came_back);
    return {.bytes = this->subject_.encoded[i].size()};
  }
};

template <class C>
class Extract : public OperationBase<C> {
 public:
  static constexpr std::string_view name = "extract";
  static constexpr std::string_view side = library;
  static constexpr bool available = HasMessage<C>;
  static constexpr bool starts_from_bytes = true;

  Extract(Client<C>& client, Subject<C> subject)
      : OperationBase<C>(client, subject), messages_(new OpenedOf<C>[subject.objects.size()]) {
    for_each_index(subject.objects.size(),
                   [&](std::size_t i) { client.codec.deserialize(subject.encoded[i], messages_[i]); });
  }
  void operator()(std::size_t i) {
    ObjectOf<C> fresh;
    this->client_.codec.extract(std::as_const(messages_[i]), fresh);
    keep(fresh);
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    this->client_.codec.extract(std::as_const(messages_[i]), came_back);
    return {.bytes = this->subject_.encoded[i].size()};
  }

 private:
  std::unique_ptr<OpenedOf<C>[]> messages_;
};

// Serializes and deserializes into a used target, as cpp-serializers has it; where the message is the object
// these are encode and decode, and where building is serializing the message is built each time.
template <class C>
class Roundtrip : public OperationBase<C> {
 public:
  static constexpr std::string_view name = "roundtrip";
  static constexpr std::string_view side = library;
  static constexpr bool available = true;
  static constexpr bool reads = !builds_in_place<C>();

  Roundtrip(Client<C>& client, Subject<C> subject) : OperationBase<C>(client, subject) {
    if constexpr (HasMessage<C> && !builds_in_place<C>()) {
      messages_.reset(new MessageOf<C>[subject.objects.size()]);
      for_each_index(subject.objects.size(),
                     [&](std::size_t i) { client.codec.build(subject.objects[i], messages_[i]); });
    }
  }
  void operator()(std::size_t i) {
    if constexpr (!HasMessage<C> && !decode_reuses<C>()) {
      ObjectOf<C> fresh;
      keep(turned(i, fresh));
      keep(fresh);
    } else {
      keep(turned(i, this->client_.used));
      keep(this->client_.used);
    }
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    Evidence evidence{};
    if constexpr (HasMessage<C>) {
      evidence.bytes = turned(i, this->client_.used);
      this->client_.codec.extract(std::as_const(this->client_.opened), came_back);
    } else if constexpr (decode_reuses<C>()) {
      evidence.bytes = turned(i, this->client_.used);
      copy_object(this->client_.used, came_back);
    } else {
      evidence.bytes = turned(i, came_back);
    }
    return evidence;
  }

 private:
  // Returns the number of bytes of the message.
  std::size_t turned(std::size_t i, [[maybe_unused]] ObjectOf<C>& target) {
    auto& codec = this->client_.codec;
    if constexpr (HasMessage<C>) {
      if constexpr (builds_in_place<C>()) {
        codec.build(this->subject_.objects[i], this->client_.message);
      }
      const MessageOf<C>& message = builds_in_place<C>() ? this->client_.message : messages_[i];
      const Bytes bytes = codec.serialize(message);
      codec.deserialize(bytes, this->client_.opened);
      keep(this->client_.opened);
      return bytes.size();
    } else {
      const Bytes bytes = codec.encode(this->subject_.objects[i]);
      codec.decode(bytes, target);
      return bytes.size();
    }
  }

  std::unique_ptr<MessageOf<C>[]> messages_;
};

}  // namespace serbench
