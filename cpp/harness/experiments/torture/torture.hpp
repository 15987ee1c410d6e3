// The experiment `torture`: a codec reads malformed input, and a valid message behind each of them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>

#include "experiments/torture/guarded_bytes.hpp"
#include "experiments/torture/limits.hpp"
#include "experiments/torture/reading.hpp"
#include "protocol/container.hpp"
#include "timing/resident_memory.hpp"

namespace serbench::torture {

struct Asked {
  std::string cases;
  std::uint64_t first;
  std::string valid;
  std::string digest;
  std::uint64_t hang_ns;
  std::uint64_t address_space_bytes;
  std::uint64_t stack_bytes;
};

template <class C>
class Torture {
  static constexpr std::uint64_t limit_per_valid = 100;
  static constexpr int valid_times = 5;

 public:
  Torture(Replies& replies, const Asked& asked)
      : replies_(replies),
        asked_(asked),
        cases_(asked.cases, messages_magic),
        bytes_(std::filesystem::file_size(asked.cases)),
        meter_(replies) {
    ContainerReader file(asked.valid, messages_magic);
    if (file.count() == 0 || !file.next(valid_)) {
      file.refuse("holds no valid message");
    }
  }

  void run() {
    limit_process(asked_.address_space_bytes, asked_.stack_bytes);
    const std::uint64_t valid_ns = least_valid_ns();
    limit_ns_ = std::max(asked_.hang_ns, limit_per_valid * valid_ns);
    tell_torture(replies_, HasMessage<C>, accesses<C, All>, limit_ns_, valid_ns);
    ByteBuffer message;
    for (std::uint64_t i = 0; i != cases_.count(); ++i) {
      if (cases_.next(message) && i >= asked_.first) {
        try_case(i, bytes_.hold(message.bytes()));
      }
    }
    replies_.line("memory", {{"peak_bytes", peak_resident_bytes()}});
  }

 private:
  std::uint64_t least_valid_ns() {
    std::uint64_t least_ns = std::numeric_limits<std::uint64_t>::max();
    for (int i = 0; i != valid_times; ++i) {
      const Finding finding = decode_valid();
      if (!is_sound(finding)) {
        throw RequestError("The valid message does not decode to its value. " + told(finding));
      }
      least_ns = std::min(least_ns, meter_.take().cpu_ns);
    }
    return least_ns;
  }

  void try_case(std::uint64_t index, Bytes bytes) {
    replies_.line("case", {{"index", index}});
    const auto attempt = [&](std::string_view operation, auto&& read) {
      const Finding finding = in_time(read);
      tell_tried(replies_, operation, finding, meter_.take());
    };
    attempt("decode", [&] { return reading_->decode(bytes, meter_); });
    if constexpr (HasMessage<C>) {
      attempt("deserialize", [&] { return reading_->deserialize(bytes, meter_); });
    }
    if constexpr (accesses<C, All>) {
      attempt("access-all", [&] { return reading_->access_all(bytes, meter_); });
    }
    require_sound();
  }

  // A codec that no longer reads what is valid is replaced.
  void require_sound() {
    const Finding finding = in_time([&] { return decode_valid(); });
    meter_.take();
    if (!is_sound(finding)) {
      replies_.line("poisoned", {{"detail", told(finding)}});
      reading_.emplace();
    }
  }

  template <class F>
  Finding in_time(F&& read) const {
    const CpuLimit limit(limit_ns_);
    return read();
  }

  Finding decode_valid() { return reading_->decode(valid_.bytes(), meter_); }

  bool is_sound(const Finding& finding) const {
    return finding.digest && digest_text(*finding.digest) == asked_.digest;
  }

  Replies& replies_;
  const Asked& asked_;
  ContainerReader cases_;
  GuardedBytes bytes_;
  ByteBuffer valid_;
  Meter meter_;
  std::optional<Reading<C>> reading_{std::in_place};
  std::uint64_t limit_ns_ = 0;
};

}  // namespace serbench::torture
