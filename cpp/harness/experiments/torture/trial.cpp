#include "experiments/torture/trial.hpp"

#include <cxxabi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <typeinfo>
#include <vector>

namespace serbench::torture {

namespace {

constexpr std::size_t longest_detail = 120;
constexpr std::uint64_t told_above_bytes = std::uint64_t{64} << 20;

// One line of printable ASCII.
std::string detail_of(std::string text) {
  text.resize(std::min({text.size(), text.find('\n'), longest_detail}));
  std::replace_if(text.begin(), text.end(), [](char unit) { return unit < ' ' || unit > '~'; }, '?');
  return text;
}

// The type of the exception being handled.
std::string current_type() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) {
    return "an exception of another language";
  }
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type->name(), nullptr, nullptr, nullptr), std::free);
  return name ? name.get() : type->name();
}

Finding foreign(const std::string& text) { return {.outcome = "foreign", .detail = detail_of(text)}; }

// The replies to which large requests are told, from within the allocator.
const Replies* told_to = nullptr;

void tell_claim(std::uint64_t size_bytes) {
  char line[64];
  const int written = std::snprintf(line, sizeof line, "claimed largest_bytes=%llu\n",
                                    static_cast<unsigned long long>(size_bytes));
  told_to->spelled_line({line, static_cast<std::size_t>(written)});
}

}  // namespace

Finding current_finding(bool opened) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return foreign(current_type());
  } catch (const std::length_error& fault) {
    return foreign(current_type() + ": " + fault.what());
  } catch (const std::exception& fault) {
    return {.outcome = opened ? "fault" : "rejected", .detail = detail_of(fault.what())};
  } catch (...) {
    return foreign(current_type());
  }
}

Meter::Meter(const Replies& replies) {
  told_to = &replies;
  tell_allocations(told_above_bytes, tell_claim);
}

void Meter::go_on() {
  if (largest_ != nullptr) {
    largest_();
  }
  bytes_before_ = allocated_bytes();
  watch_.emplace();
}

void Meter::stop() {
  if (!watch_) {
    return;
  }
  taken_.cpu_ns += watch_->cpu_ns();
  watch_.reset();
  taken_.allocated_bytes += allocated_bytes() - bytes_before_;
  if (largest_ != nullptr) {
    taken_.largest_bytes = std::max(taken_.largest_bytes, largest_());
  }
}

std::uint64_t Meter::allocated_bytes() const {
  Allocated so_far;
  if (count_ != nullptr) {
    count_(&so_far.allocations, &so_far.bytes);
  }
  return so_far.bytes;
}

void tell_tried(Replies& replies, std::string_view operation, const Finding& finding, const Taken& taken) {
  std::vector<std::pair<std::string_view, Value>> pairs = {
      {"operation", operation},
      {"outcome", finding.outcome},
      {"cpu_ns", taken.cpu_ns},
      {"largest_bytes", taken.largest_bytes},
      {"allocated_bytes", taken.allocated_bytes},
  };
  if (finding.digest) {
    pairs.emplace_back("digest", digest_text(*finding.digest));
  } else if (finding.touch) {
    pairs.emplace_back("touch", *finding.touch);
  } else {
    pairs.emplace_back("detail", finding.detail);
  }
  replies.line("tried", pairs);
}

void tell_torture(Replies& replies, bool has_messages, bool accesses_all, std::uint64_t limit_ns,
                  std::uint64_t valid_ns) {
  std::string operations = "decode";
  operations += has_messages ? ",deserialize" : "";
  operations += accesses_all ? ",access-all" : "";
  replies.line("torture", {{"operations", operations}, {"limit_ns", limit_ns}, {"valid_ns", valid_ns}});
}

std::string told(const Finding& finding) {
  return finding.digest ? "Its value has the digest " + digest_text(*finding.digest) + "." : finding.detail;
}

}  // namespace serbench::torture
