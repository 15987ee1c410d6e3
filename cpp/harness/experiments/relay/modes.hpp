// The modes in which a relay uses a codec. A mode makes of a message's bytes what it keeps of it (`Kept`),
// tells its key from that, and makes the bytes again that are sent on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "adapter.hpp"
#include "experiments/relay/frames.hpp"
#include "experiments/relay/splitting.hpp"

namespace serbench::relay {

// Bytes where a library can read them in place: in memory that is aligned as malloc aligns it.
class AlignedBytes {
 public:
  template <class Byte>
  std::span<Byte> of(std::span<Byte> bytes, Counters& counters) {
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(std::max_align_t) == 0) {
      return bytes;
    }
    counters.copied_bytes += bytes.size();
    copy_.assign(bytes);
    return {copy_.data(), copy_.size()};
  }

 private:
  ByteBuffer copy_;
};

// What a mode sends on: the frame that came, bytes that what it keeps holds, or bytes that it encodes.
enum class Sends { frame, held, encoded };

// What all modes that use a codec have.
template <class C>
class CodecMode {
 public:
  static constexpr Sends sends = Sends::encoded;
  // Whether it can tell the key by which `fields` routes.
  static constexpr bool has_key = true;
  // Whether every sink is sent a part of each message.
  static constexpr bool splits = false;

  // Changes what is kept of a message that has been routed; the number is that of all sinks.
  template <bool by_fields, class Kept>
  void change(Kept&, std::size_t, Counters&) {}

  // Whether what is sent on is the frame that came, changed where it lies.
  template <class Kept>
  static bool lies_in_frame(const Kept&) {
    return false;
  }

 protected:
  // The bytes of a message, aligned where the codec reads messages in place.
  Bytes readable(Bytes bytes, [[maybe_unused]] Counters& counters) {
    if constexpr (builds_in_place<C>()) {
      return aligned_.of(bytes, counters);
    } else {
      return bytes;
    }
  }

  Client<C> client_;

 private:
  AlignedBytes aligned_;
};

// Reads one field out of the bytes.
template <class C>
class Peek : public CodecMode<C> {
 public:
  using Kept = std::uint64_t;
  static constexpr std::string_view name = "peek";
  static constexpr bool available = accesses<C, One>;
  static constexpr Sends sends = Sends::frame;

  void decode(Bytes bytes, Kept& key, Counters& counters) {
    key = this->client_.access(this->readable(bytes, counters), One{});
    keep(key);
  }
  std::uint64_t key(const Kept& key, Bytes) { return key; }
  void release(Kept&) {}
};

// Decodes into an object that has been used.
template <class C>
class Reuse : public CodecMode<C> {
 public:
  using Kept = ObjectOf<C>;
  static constexpr std::string_view name = "reuse";
  static constexpr bool available = decode_reuses<C>() && !is_raw<C>;

  void decode(Bytes bytes, Kept& object, Counters& counters) {
    this->client_.decode_reuse(this->readable(bytes, counters), object);
  }
  std::uint64_t key(const Kept& object, Bytes) { return touch_object(object, One{}); }
  Bytes encode(const Kept& object) { return this->client_.encode(object); }
  void release(Kept&) {}

 protected:
  static Kept& object_in(Kept& object) { return object; }
  static const Kept& object_in(const Kept& object) { return object; }
};

// Decodes into a fresh object, which is released when it has been sent on.
template <class C>
class Fresh : public CodecMode<C> {
 public:
  using Kept = std::optional<ObjectOf<C>>;
  static constexpr std::string_view name = "fresh";
  static constexpr bool available = !is_raw<C>;

  void decode(Bytes bytes, Kept& object, Counters& counters) {
    this->client_.decode(this->readable(bytes, counters), object.emplace());
  }
  std::uint64_t key(const Kept& object, Bytes) { return touch_object(*object, One{}); }
  Bytes encode(const Kept& object) { return this->client_.encode(*object); }
  void release(Kept& object) { object.reset(); }

 protected:
  static ObjectOf<C>& object_in(Kept& object) { return *object; }
  static const ObjectOf<C>& object_in(const Kept& object) { return *object; }
};

// Decodes into a used object where the codec can, else into a fresh one.
template <class C>
using Decoding = std::conditional_t<Reuse<C>::available, Reuse<C>, Fresh<C>>;

// Updates the object's number after it has been routed by what it was.
template <class C>
class UpdateObjects : public Decoding<C> {
 public:
  using Kept = typename Decoding<C>::Kept;
  static constexpr std::string_view name = "update";
  static constexpr bool available = !is_raw<C> && has_number<Root>;

  template <bool by_fields>
  void change(Kept& object, std::size_t, Counters&) {
    update_number(this->object_in(object));
  }
};

// Updates the number in the bytes of the message, as far as they have a place for it.
template <class C>
class UpdateBytes : public Decoding<C> {
  using Base = Decoding<C>;

 public:
  struct Kept {
    std::span<std::byte> message;
    AlignedBytes aligned;
    bool in_place;
    typename Base::Kept object;  // where it is not updated in place
  };
  static constexpr std::string_view name = "update";
  static constexpr bool available = UpdateObjects<C>::available;
  static constexpr bool has_key = accesses<C, One>;

  void decode(std::span<std::byte> message, Kept& kept, [[maybe_unused]] Counters& counters) {
    kept.message = message;
    if constexpr (builds_in_place<C>()) {
      kept.message = kept.aligned.of(message, counters);
    }
  }
  std::uint64_t key(const Kept& kept, Bytes) { return this->client_.access(kept.message, One{}); }
  template <bool by_fields>
  void change(Kept& kept, std::size_t, Counters& counters) {
    kept.in_place = this->client_.codec.update_number(kept.message);
    if (kept.in_place) {
      ++counters.updated_in_place;
    } else {
      Base::decode(kept.message, kept.object, counters);
      update_number(this->object_in(kept.object));
    }
  }
  // Where messages are aligned, some lie elsewhere, and a sink would often have to be written to between
  // those and the others.
  static bool lies_in_frame(const Kept& kept) { return !builds_in_place<C>() && kept.in_place; }
  Bytes encode(const Kept& kept) { return kept.in_place ? kept.message : Base::encode(kept.object); }
  void release(Kept& kept) { Base::release(kept.object); }
};

template <class C>
using Update = std::conditional_t<UpdatesBytes<C>, UpdateBytes<C>, UpdateObjects<C>>;

// Splits the object into a part for each sink.
template <class C>
class Split : public Decoding<C> {
  using Base = Decoding<C>;

 public:
  struct Kept {
    typename Base::Kept whole;
    std::vector<Part<Root>> parts;
  };
  static constexpr std::string_view name = "split";
  static constexpr bool available = !is_raw<C> && has_batch;
  static constexpr bool splits = true;

  void decode(Bytes bytes, Kept& kept, Counters& counters) { Base::decode(bytes, kept.whole, counters); }
  template <bool by_fields>
  void change(Kept& kept, std::size_t sinks, Counters&) {
    kept.parts.resize(sinks);
    split(this->object_in(kept.whole), std::span(kept.parts), by_fields);
  }
  Bytes encode_part(const Kept& kept, std::size_t sink) {
    return this->client_.encode(kept.parts[sink].object);
  }
  void release(Kept& kept) { Base::release(kept.whole); }
};

// Sends on what an envelope holds.
template <class C>
class Envelope : public Decoding<C> {
 public:
  using Kept = typename Decoding<C>::Kept;
  static constexpr std::string_view name = "envelope";
  static constexpr bool available = !is_raw<C> && is_envelope;
  static constexpr Sends sends = Sends::held;

  std::uint64_t key(const Kept& object, Bytes) { return this->object_in(object).destination; }
  Bytes encode(const Kept& object) { return this->object_in(object).payload; }
};

// Deserializes into a message of the library, and serializes that; there is no object. Not where messages are
// read in place or by another type than the one that is serialized.
template <class C>
class MessageMode : public CodecMode<C> {
 public:
  using Kept = OpenedOf<C>;
  static constexpr std::string_view name = "message";
  static constexpr bool available = rewrites_messages<C>;
  static constexpr bool has_key = TouchesMessages<C, One>;

  void decode(Bytes bytes, Kept& message, Counters&) { this->client_.codec.deserialize(bytes, message); }
  std::uint64_t key(const Kept& message, Bytes)
    requires has_key
  {
    return this->client_.codec.touch(message, One{});
  }
  Bytes encode(const Kept& message) { return this->client_.codec.serialize(message); }
  void release(Kept&) {}
};

// Calls f.operator()<Mode>() for every mode in which the codec is used.
template <class C, class F>
void for_each_mode(F&& f) {
  const auto offer = [&f]<class Mode>() {
    if constexpr (Mode::available) {
      f.template operator()<Mode>();
    }
  };
  offer.template operator()<Peek<C>>();
  offer.template operator()<MessageMode<C>>();
  offer.template operator()<Reuse<C>>();
  offer.template operator()<Fresh<C>>();
  offer.template operator()<Update<C>>();
  offer.template operator()<Split<C>>();
  offer.template operator()<Envelope<C>>();
}

}  // namespace serbench::relay
