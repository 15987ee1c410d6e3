#include "protocol/replies.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "protocol/requests.hpp"

namespace serbench {

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
  spelled_line(text);
}

void Replies::spelled_line(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t written = ::write(output_, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
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
