// The operations of the design, one class each. Calling it with an index is what is timed; `prove` does the
// same work and hands over the value that came back. What an operation needs beforehand, its constructor
// prepares, and it is gone with the operation.
#pragma once

#include "bench.hpp"
#include "values/proof.hpp"

namespace serbench {

// What an operation works on: objects, and their messages as bytes.
template <class C>
struct Subject {
  std::span<const ObjectOf<C>> objects;
  std::span<const Bytes> encoded;
};

inline constexpr std::string_view application = "application";
inline constexpr std::string_view library = "library";

template <class C>
class OperationBase {
 public:
  using Object = ObjectOf<C>;

  // Whether it starts from bytes alone, so that messages of another codec can be proved with it.
  static constexpr bool starts_from_bytes = false;
  static constexpr bool is_access = false;
  // Whether what it ends with is a message, which its proof then reads.
  static constexpr bool writes_message = false;
  // Whether the timed work reads the content of the messages that it opens or writes out.
  static constexpr bool reads = true;

  OperationBase(Bench<C>& bench, Subject<C> subject) : bench_(bench), subject_(subject) {}

 protected:
  // Some libraries decode in place or keep scratch memory, so the bytes to be proved are copied first.
  Evidence decoded(Bytes bytes, Object& came_back) {
    proved_.assign(bytes);
    const std::uint64_t hash = xxh64(proved_.bytes());
    bench_.decode(proved_.bytes(), came_back);
    return {.bytes = bytes.size(), .message_hash = hash};
  }

  Bench<C>& bench_;
  Subject<C> subject_;
  ByteBuffer proved_;
};

template <class C>
class Encode : public OperationBase<C> {
 public:
  using OperationBase<C>::OperationBase;
  static constexpr std::string_view name = "encode";
  static constexpr std::string_view side = application;
  static constexpr bool available = true;
  static constexpr bool writes_message = true;

  void operator()(std::size_t i) { keep(this->bench_.encode(this->subject_.objects[i])); }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    return this->decoded(this->bench_.encode(this->subject_.objects[i]), came_back);
  }
};

template <class C>
class Decode : public OperationBase<C> {
 public:
  using OperationBase<C>::OperationBase;
  static constexpr std::string_view name = "decode";
  static constexpr std::string_view side = application;
  static constexpr bool available = true;
  static constexpr bool starts_from_bytes = true;

  // The object's release belongs to the operation.
  void operator()(std::size_t i) {
    ObjectOf<C> fresh;
    this->bench_.decode(this->subject_.encoded[i], fresh);
    keep(fresh);
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    this->bench_.decode(this->subject_.encoded[i], came_back);
    return {.bytes = this->subject_.encoded[i].size()};
  }
};

template <class C>
class DecodeReuse : public OperationBase<C> {
 public:
  using OperationBase<C>::OperationBase;
  static constexpr std::string_view name = "decode-reuse";
  static constexpr std::string_view side = application;
  static constexpr bool available = decode_reuses<C>();
  static constexpr bool starts_from_bytes = true;

  void operator()(std::size_t i) {
    this->bench_.decode(this->subject_.encoded[i], this->bench_.used);
    keep(this->bench_.used);
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    (*this)(i);
    copy_object(this->bench_.used, came_back);
    return {.bytes = this->subject_.encoded[i].size()};
  }
};

template <class C, class Plan>
class Access : public OperationBase<C> {
 public:
  using OperationBase<C>::OperationBase;
  static constexpr std::string_view side = application;
  static constexpr bool available = accesses<C, Plan>;
  static constexpr bool starts_from_bytes = true;
  static constexpr bool is_access = true;

  void operator()(std::size_t i) { keep(access(this->bench_.codec, this->subject_.encoded[i], Plan{})); }
  Evidence prove(std::size_t i, ObjectOf<C>&) {
    const std::uint64_t read = access(this->bench_.codec, this->subject_.encoded[i], Plan{});
    const std::uint64_t expected = touch_object(this->subject_.objects[i], Plan{});
    return {.bytes = this->subject_.encoded[i].size(), .touch = read, .expected_touch = expected};
  }
};

template <class C>
class AccessOne : public Access<C, One> {
 public:
  using Access<C, One>::Access;
  static constexpr std::string_view name = "access-one";
};

template <class C>
class AccessTenth : public Access<C, Tenth> {
 public:
  using Access<C, Tenth>::Access;
  static constexpr std::string_view name = "access-tenth";
};

template <class C>
class AccessAll : public Access<C, All> {
 public:
  using Access<C, All>::Access;
  static constexpr std::string_view name = "access-all";
};

template <class C>
class Build : public OperationBase<C> {
 public:
  using OperationBase<C>::OperationBase;
  static constexpr std::string_view name = "build";
  static constexpr std::string_view side = library;
  static constexpr bool available = HasMessage<C>;
  static constexpr bool writes_message = true;

  void operator()(std::size_t i) {
    this->bench_.codec.build(this->subject_.objects[i], this->bench_.message);
    keep(this->bench_.message);
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    (*this)(i);
    return this->decoded(this->bench_.codec.serialize(this->bench_.message), came_back);
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

  Serialize(Bench<C>& bench, Subject<C> subject)
      : OperationBase<C>(bench, subject), messages_(new MessageOf<C>[subject.objects.size()]) {
    for_each_index(subject.objects.size(),
                   [&](std::size_t i) { bench.codec.build(subject.objects[i], messages_[i]); });
  }
  void operator()(std::size_t i) { keep(this->bench_.codec.serialize(std::as_const(messages_[i]))); }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    return this->decoded(this->bench_.codec.serialize(std::as_const(messages_[i])), came_back);
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
    this->bench_.codec.deserialize(this->subject_.encoded[i], this->bench_.opened);
    keep(this->bench_.opened);
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    (*this)(i);
    this->bench_.codec.extract(std::as_const(this->bench_.opened), came_back);
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

  Extract(Bench<C>& bench, Subject<C> subject)
      : OperationBase<C>(bench, subject), messages_(new OpenedOf<C>[subject.objects.size()]) {
    for_each_index(subject.objects.size(),
                   [&](std::size_t i) { bench.codec.deserialize(subject.encoded[i], messages_[i]); });
  }
  void operator()(std::size_t i) {
    ObjectOf<C> fresh;
    this->bench_.codec.extract(std::as_const(messages_[i]), fresh);
    keep(fresh);
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    this->bench_.codec.extract(std::as_const(messages_[i]), came_back);
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

  Roundtrip(Bench<C>& bench, Subject<C> subject) : OperationBase<C>(bench, subject) {
    if constexpr (HasMessage<C> && !builds_in_place<C>()) {
      messages_.reset(new MessageOf<C>[subject.objects.size()]);
      for_each_index(subject.objects.size(),
                     [&](std::size_t i) { bench.codec.build(subject.objects[i], messages_[i]); });
    }
  }
  void operator()(std::size_t i) {
    if constexpr (!HasMessage<C> && !decode_reuses<C>()) {
      ObjectOf<C> fresh;
      keep(turned(i, fresh));
      keep(fresh);
    } else {
      keep(turned(i, this->bench_.used));
      keep(this->bench_.used);
    }
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    Evidence evidence{};
    if constexpr (HasMessage<C>) {
      evidence.bytes = turned(i, this->bench_.used);
      this->bench_.codec.extract(std::as_const(this->bench_.opened), came_back);
    } else if constexpr (decode_reuses<C>()) {
      evidence.bytes = turned(i, this->bench_.used);
      copy_object(this->bench_.used, came_back);
    } else {
      evidence.bytes = turned(i, came_back);
    }
    return evidence;
  }

 private:
  // Returns the number of bytes of the message.
  std::size_t turned(std::size_t i, [[maybe_unused]] ObjectOf<C>& target) {
    auto& codec = this->bench_.codec;
    if constexpr (HasMessage<C>) {
      if constexpr (builds_in_place<C>()) {
        codec.build(this->subject_.objects[i], this->bench_.message);
      }
      const MessageOf<C>& message = builds_in_place<C>() ? this->bench_.message : messages_[i];
      const Bytes bytes = codec.serialize(message);
      codec.deserialize(bytes, this->bench_.opened);
      keep(this->bench_.opened);
      return bytes.size();
    } else {
      const Bytes bytes = codec.encode(this->subject_.objects[i]);
      codec.decode(bytes, target);
      return bytes.size();
    }
  }

  std::unique_ptr<MessageOf<C>[]> messages_;
};

// Calls f.operator()<Operation>() for every operation that the codec has.
template <class C, class F>
void for_each_operation(F&& f) {
  const auto offer = [&f]<class Operation>() {
    if constexpr (Operation::available) {
      f.template operator()<Operation>();
    }
  };
  const auto offer_all = [&offer]<template <class> class... Operation>() {
    (offer.template operator()<Operation<C>>(), ...);
  };
  offer_all.template operator()<Encode, Decode, DecodeReuse, AccessOne, AccessTenth, AccessAll, Build,
                                Serialize, Deserialize, Extract, Roundtrip>();
}

}  // namespace serbench
