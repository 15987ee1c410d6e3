#include "protocol.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>

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

void Request::allow(const std::set<std::string>& keys) const {
  for (const auto& pair : pairs_) {
    if (keys.count(pair.first) == 0) {
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

Value::Value(std::string_view text) {
  constexpr char digits[] = "0123456789ABCDEF";
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte <= ' ' || byte >= 0x7F || byte == '%') {
      text_ += '%';
      text_ += digits[byte >> 4];
      text_ += digits[byte & 15];
    } else {
      text_ += character;
    }
  }
}

std::string digest_text(std::uint64_t digest) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(digest));
  return text;
}

Replies::Replies() : output_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
  if (output_ < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    throw std::runtime_error(std::string("Standard output cannot be used: ") + std::strerror(errno));
  }
}

void Replies::line(std::string_view tag, const std::vector<std::pair<std::string_view, Value>>& pairs) {
  std::string text(tag);
  for (const auto& [key, value] : pairs) {
    text.append(" ").append(key).append("=").append(value.text());
  }
  text += '\n';
  for (std::string_view left = text; !left.empty();) {
    const ssize_t written = ::write(output_, left.data(), left.size());
    if (written > 0) {
      left.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      throw RequestError(std::string("The reply cannot be written: ") + std::strerror(errno) + ".");
    }
  }
}

void Replies::operation_line(std::string_view name, std::string_view side, bool reads) {
  std::vector<std::pair<std::string_view, Value>> pairs = {{"name", name}, {"side", side}};
  if (!reads) {
    pairs.emplace_back("reads", std::uint64_t{0});
  }
  line("operation", pairs);
}

void Replies::failed_line(std::string_view operation, const std::string& outcome,
                          std::optional<std::uint64_t> index, const std::string& detail) {
  std::vector<std::pair<std::string_view, Value>> pairs = {{"operation", operation}, {"outcome", outcome}};
  if (index) {
    pairs.emplace_back("index", *index);
  }
  pairs.emplace_back("detail", detail);
  line("failed", pairs);
}

}  // namespace serbench
