// The ways in which a codec reads malformed input.
#pragma once

#include <utility>

#include "adapter.hpp"
#include "experiments/torture/trial.hpp"

namespace serbench::torture {

// Reads messages in one of three ways. What an operation makes is gone when it ends.
template <IsCodec C>
class Reading {
 public:
  using Object = ObjectOf<C>;

  // Into a fresh object, through the message that was used before where there is one.
  Finding decode(Bytes bytes, Meter& meter) {
    return found(meter, [&](bool& opened) {
      Object object;
      if constexpr (HasMessage<C> && !DecodesItself<C>) {
        client_.codec.deserialize(bytes, client_.opened);
        opened = true;
        client_.codec.extract(std::move(client_.opened), object);
      } else {
        client_.decode(bytes, object);
      }
      return accepted(object, opened, meter);
    });
  }

  // Through a fresh message.
  Finding deserialize(Bytes bytes, Meter& meter)
    requires HasMessage<C>
  {
    return found(meter, [&](bool& opened) {
      OpenedOf<C> message;
      client_.codec.deserialize(bytes, message);
      opened = true;
      Object object;
      client_.codec.extract(std::as_const(message), object);
      return accepted(object, opened, meter);
    });
  }

  Finding access_all(Bytes bytes, Meter& meter)
    requires accesses<C, All>
  {
    return found(meter, [&](bool& opened) -> Finding {
      if constexpr (AccessesBytes<C, All>) {
        return {.outcome = "accepted", .touch = client_.codec.access(bytes, All{})};
      } else {
        client_.codec.deserialize(bytes, client_.opened);
        opened = true;
        return {.outcome = "accepted", .touch = client_.codec.touch(std::as_const(client_.opened), All{})};
      }
    });
  }

 private:
  template <class F>
  static Finding found(Meter& meter, F&& read) {
    bool opened = false;
    Finding finding;
    meter.go_on();
    try {
      finding = read(opened);
    } catch (...) {
      finding = current_finding(opened);
    }
    meter.stop();
    return finding;
  }

  // The digest is ours to compute. The release of the object is not, so the meter goes on.
  Finding accepted(const Object& object, bool& opened, Meter& meter) {
    opened = true;
    meter.stop();
    const std::uint64_t digest = digest_of_object(object, scratch_);
    meter.go_on();
    return {.outcome = "accepted", .digest = digest};
  }

  Client<C> client_;
  ByteBuffer scratch_;
};

}  // namespace serbench::torture
