#include "protocol/requests.hpp"

#include <algorithm>
#include <charconv>

namespace serbench {

Request::Request(int count, char** arguments) {
  if (count < 2) {
    throw RequestError("The request names no verb.");
  }
  verb_ = arguments[1];
  for (int i = 2; i < count; ++i) {
    const std::string argument = arguments[i];
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos) {
      throw RequestError("The argument \"" + argument + "\" is not of the form key=value.");
    }
    const std::string key = argument.substr(0, equals);
    if (!pairs_.emplace(key, argument.substr(equals + 1)).second) {
      throw RequestError("The key \"" + key + "\" appears twice.");
    }
  }
}

void Request::allow(std::string_view keys) const {
  const std::string allowed = " " + std::string(keys) + " ";
  for (const auto& pair : pairs_) {
    if (allowed.find(" " + pair.first + " ") == std::string::npos) {
      throw RequestError("The verb " + verb_ + " has no key \"" + pair.first + "\".");
    }
  }
}

const std::string& Request::text(const std::string& key) const {
  const auto found = pairs_.find(key);
  if (found == pairs_.end()) {
    throw RequestError("The verb " + verb_ + " lacks the key \"" + key + "\".");
  }
  return found->second;
}

std::uint64_t Request::number(const std::string& key) const {
  const std::string& digits = text(key);
  std::int64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, fault] = std::from_chars(digits.data(), end, value);
  if (fault != std::errc() || stop != end || value < 0) {
    throw RequestError("The value of " + key + " is \"" + digits + "\" where a number belongs.");
  }
  return static_cast<std::uint64_t>(value);
}

std::vector<std::string> Request::list(const std::string& key) const {
  const std::string& joined = text(key);
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= joined.size();) {
    const std::size_t end = std::min(joined.find(',', begin), joined.size());
    words.push_back(joined.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

}  // namespace serbench
