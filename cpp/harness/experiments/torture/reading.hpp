// The ways in which a codec reads malformed input.
#pragma once

#include <utility>

#include "bench.hpp"
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
        bench_.codec.deserialize(bytes, bench_.opened);
        opened = true;
        bench_.codec.extract(std::move(bench_.opened), object);
      } else {
        bench_.decode(bytes, object);
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
      bench_.codec.deserialize(bytes, message);
      opened = true;
      Object object;
      bench_.codec.extract(std::as_const(message), object);
      return accepted(object, opened, meter);
    });
  }

  Finding access_all(Bytes bytes, Meter& meter)
    requires accesses<C, All>
  {
    return found(meter, [&](bool& opened) -> Finding {
      if constexpr (TouchesMessages<C, All>) {
        bench_.codec.deserialize(bytes, bench_.opened);
        opened = true;
        return {.outcome = "accepted", .touch = bench_.codec.touch(std::as_const(bench_.opened), All{})};
      } else {
        return {.outcome = "accepted", .touch = bench_.codec.access_all(bytes)};
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

  Bench<C> bench_;
  ByteBuffer scratch_;
};

}  // namespace serbench::torture
