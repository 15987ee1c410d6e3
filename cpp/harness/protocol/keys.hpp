// The keys that may follow each verb; made from protocol.toml by tests/protocol/make.py.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace serbench {

inline constexpr std::array verbs_with_keys{
    std::pair<std::string_view, std::string_view>{"describe", ""},
    std::pair<std::string_view, std::string_view>{"check", "corpus encoded values"},
    std::pair<std::string_view, std::string_view>{"emit", "corpus out"},
    std::pair<std::string_view, std::string_view>{
        "measure",
        "corpus operations sample_ns samples warmup_ns budget_ns keep "
        "collecting_ns encoded"},
    std::pair<std::string_view, std::string_view>{"classic", "corpus object iterations split"},
    std::pair<std::string_view, std::string_view>{"calibrate", "corpus sample_ns samples"},
    std::pair<std::string_view, std::string_view>{"store-write",
                                                  "corpus numbers data index objects order threads direct "
                                                  "warmup_ns"},
    std::pair<std::string_view, std::string_view>{
        "store-read",
        "corpus numbers data index objects ids level threads direct "
        "keep_objects warmup_ns"},
    std::pair<std::string_view, std::string_view>{
        "sort",
        "data index sorted_data sorted_index scratch mode key "
        "keys distinct memory_bytes fan_in threads direct warmup_ns"},
    std::pair<std::string_view, std::string_view>{"cluster",
                                                  "pool numbers objects job_list once serializer master maps "
                                                  "partitions compress scratch repetitions warmup_rounds_min "
                                                  "warmup_rounds_max seed executor_memory_bytes"},
    std::pair<std::string_view, std::string_view>{"relay",
                                                  "at mode route sources sinks largest_frame_bytes block"},
    std::pair<std::string_view, std::string_view>{"rewrite", "encoded out"},
    std::pair<std::string_view, std::string_view>{"torture",
                                                  "cases first valid digest hang_ns address_space_bytes "
                                                  "stack_bytes"},
};

// Those of one verb, with spaces between them.
constexpr std::string_view keys_of(std::string_view name) {
  for (const auto& [verb, keys] : verbs_with_keys) {
    if (verb == name) {
      return keys;
    }
  }
  return {};
}

}  // namespace serbench
