// The verbs of the experiment `store`, as the runner calls them.
#pragma once

#include <string_view>

#include "protocol.hpp"

namespace serbench {

// Answers store-write and store-read; false for any other verb.
bool answer_store(Replies& replies, const Request& request, std::string_view codec,
                  std::string_view workload);

}  // namespace serbench
