// The reply lines of PROTOCOL.md, on the true standard output.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace serbench {

// One value of a reply line: text, percent-encoded where PROTOCOL.md says so, or a number.
class Value {
 public:
  Value(std::string_view text);
  Value(const std::string& text) : Value(std::string_view(text)) {}
  Value(const char* text) : Value(std::string_view(text)) {}
  Value(std::uint64_t number) : text_(std::to_string(number)) {}

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// 16 lower-case hexadecimal digits.
std::string digest_text(std::uint64_t digest);

// Writes reply lines. It takes the true standard output for itself; whatever else writes to standard output
// from then on goes to standard error.
class Replies {
 public:
  Replies();

  // Writes a line at once, so that what was said before a crash is known. Throws RequestError when nothing
  // reads it any more.
  void line(std::string_view tag, const std::vector<std::pair<std::string_view, Value>>& pairs = {});

  // Writes a line that is spelled already, with its end. It allocates nothing.
  void spelled_line(std::string_view text) const;

  // Lines whose keys vary are put together out of line: code that is instantiated for each operation weighs
  // on what the compiler inlines elsewhere in the unit, in the timed work too.
  void operation_line(std::string_view name, std::string_view side, bool reads);
  void failed_line(std::string_view operation, const std::string& outcome, std::optional<std::uint64_t> index,
                   const std::string& detail);

 private:
  int output_;
};

}  // namespace serbench
