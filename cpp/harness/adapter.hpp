// What a codec's adapter offers, found by its members, and a codec in use.
//
// An adapter (codecs/<name>/codec.hpp) defines `class Codec`, of which there is one instance per thread and
// which keeps its buffers between calls; there are no globals. It is one of two kinds.
//
// Where the message is the object:
//     Bytes encode(const Object&)          valid until the next encode
//     void decode(Bytes, Object&)          into a fresh object
//     static constexpr bool decode_reuses  true where decode works into a used object too
//
// Where the library has messages of its own:
//     using Message = …;                   the library's in-memory form
//     using Opened = …;                    the form that it reads, where that is another one
//     void build(const Object&, Message&)  into a message that may have been used
//     Bytes serialize(const Message&)      valid until the next serialize
//     void deserialize(Bytes, Opened&)     into one that may have been used; the bytes outlive it
//     void extract(const Opened&, Object&)
//     static constexpr bool builds_in_place  true where building is serializing (zero-copy formats)
//     uint64_t classic_size_bytes(const Message&)  where cpp-serializers counts other bytes than are written
//     void extract(Opened&&, Object&)      where decode may move out what a message owns
//     uint64_t touch(const Opened&, Plan)  where a message can be read without an object
// encode, decode and access are composed of these unless the adapter has its own: access deserializes and
// touches. A message that was deserialized is serialized again where Message and Opened are one type.
//
// Both: uint64_t access(Bytes, Plan) returning the touch of the fields of the plan (One, Tenth or All), where
// the format can be read without a full decode; update_number(span<byte>), which adds 1 to the number
// wherever it occurs (FORMAT.md, section 7) in the bytes of a message, where the library offers that: false,
// and the bytes as they were, where they have no place for it. `using Object = …` replaces the plain root
// type (the floor only). Every fault is an exception.
#pragma once

#include <concepts>

#include "timing/sampler.hpp"
#include "values/objects.hpp"

namespace serbench {

template <class C>
struct ObjectOfCodec {
  using type = Root;
};
template <class C>
  requires requires { typename C::Object; }
struct ObjectOfCodec<C> {
  using type = typename C::Object;
};
template <class C>
using ObjectOf = typename ObjectOfCodec<C>::type;

// A codec whose objects are their bytes already: a floor, which neither encodes nor decodes.
template <class C>
inline constexpr bool is_raw = std::same_as<ObjectOf<C>, Image>;

template <class C>
concept HasMessage = requires { typename C::Message; };

// An empty type stands for the message of a codec that has none.
template <class C>
struct MessageOfCodec {
  using type = std::monostate;
  using opened = std::monostate;
};
template <HasMessage C>
struct MessageOfCodec<C> {
  using type = typename C::Message;
  using opened = typename C::Message;
};
template <HasMessage C>
  requires requires { typename C::Opened; }
struct MessageOfCodec<C> {
  using type = typename C::Message;
  using opened = typename C::Opened;
};
template <class C>
using MessageOf = typename MessageOfCodec<C>::type;
template <class C>
using OpenedOf = typename MessageOfCodec<C>::opened;

template <class C>
concept EncodesItself = requires(C codec, const ObjectOf<C>& object) {
  { codec.encode(object) } -> std::same_as<Bytes>;
};
template <class C>
concept DecodesItself = requires(C codec, Bytes bytes, ObjectOf<C>& object) { codec.decode(bytes, object); };

template <class C>
concept IsCodec =
    (HasMessage<C> || (EncodesItself<C> && DecodesItself<C>)) &&
    (!HasMessage<C> || requires(C codec, const ObjectOf<C>& from, ObjectOf<C>& to, MessageOf<C>& message,
                                const MessageOf<C>& built, OpenedOf<C>& opened, Bytes bytes) {
      codec.build(from, message);
      { codec.serialize(built) } -> std::same_as<Bytes>;
      codec.deserialize(bytes, opened);
      codec.extract(std::as_const(opened), to);
    });

template <class C>
constexpr bool decode_reuses() {
  if constexpr (requires { C::decode_reuses; }) {
    return C::decode_reuses;
  } else {
    return false;
  }
}

// Whether a message lies in memory as its bytes do, so that building it is serializing it.
template <class C>
constexpr bool builds_in_place() {
  if constexpr (requires { C::builds_in_place; }) {
    return C::builds_in_place;
  } else {
    return false;
  }
}

// Whether the library reads and writes messages of one type, so that one that was read can be written.
template <class C>
inline constexpr bool rewrites_messages =
    HasMessage<C> && !builds_in_place<C>() && std::same_as<OpenedOf<C>, MessageOf<C>>;

// An adapter that reads the fields of a plan without a full decode.
template <class C, class Plan>
concept AccessesBytes = requires(C codec, Bytes bytes) {
  { codec.access(bytes, Plan{}) } -> std::same_as<std::uint64_t>;
};

// An adapter that changes a number where it lies.
template <class C>
concept UpdatesBytes = requires(C codec, std::span<std::byte> message) {
  { codec.update_number(message) } -> std::same_as<bool>;
};

// An adapter whose messages are read by a plan once they are deserialized.
template <class C, class Plan>
concept TouchesMessages = HasMessage<C> && requires(C codec, const OpenedOf<C>& opened) {
  { codec.touch(opened, Plan{}) } -> std::same_as<std::uint64_t>;
};

template <class C, class Plan>
inline constexpr bool accesses = AccessesBytes<C, Plan> || TouchesMessages<C, Plan>;

// A codec in use, with all that an application keeps between calls: the messages, and the object that a
// reusing decode fills.
template <IsCodec C>
struct Client {
  using Object = ObjectOf<C>;

  C codec;
  MessageOf<C> message;
  OpenedOf<C> opened;
  Object used;

  Bytes encode(const Object& object) {
    if constexpr (EncodesItself<C>) {
      return codec.encode(object);
    } else {
      codec.build(object, message);
      return codec.serialize(message);
    }
  }

  void decode(Bytes bytes, Object& object) {
    if constexpr (DecodesItself<C>) {
      codec.decode(bytes, object);
    } else {
      codec.deserialize(bytes, opened);
      // What the message owns may go over to the object.
      codec.extract(std::move(opened), object);
    }
  }

  // Into an object that held another before.
  void decode_reuse(Bytes bytes, Object& object)
    requires(decode_reuses<C>())
  {
    decode(bytes, object);
  }

  template <class Plan>
  std::uint64_t access(Bytes bytes, Plan plan) {
    if constexpr (AccessesBytes<C, Plan>) {
      return codec.access(bytes, plan);
    } else {
      codec.deserialize(bytes, opened);
      return codec.touch(std::as_const(opened), plan);
    }
  }
};

}  // namespace serbench
