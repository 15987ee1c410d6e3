// The runner's side of PROTOCOL.md: the request from the arguments, the reply lines on the true standard
// output.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace serbench {

// The request cannot be served at all; the text is the sentence of the `error` line.
class RequestError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A codec throws this for what it cannot do by design: the outcome `unsupported`.
class Unsupported : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// VERB key=value key=value …
class Request {
 public:
  // Throws RequestError when an argument is no pair or a key comes twice.
  Request(int count, char** arguments);

  const std::string& verb() const { return verb_; }
  bool has(const std::string& key) const { return pairs_.count(key) != 0; }
  // Refuses every key that is not named here.
  void allow(const std::set<std::string>& keys) const;
  // Throws RequestError when the key is missing.
  const std::string& text(const std::string& key) const;
  // Throws RequestError when the value is no decimal number below 2^63.
  std::uint64_t number(const std::string& key) const;
  // The words of a value, which commas separate.
  std::vector<std::string> list(const std::string& key) const;

 private:
  std::string verb_;
  std::map<std::string, std::string> pairs_;
};

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

  // Writes a line at once, so that what was said before a crash is known. Throws RequestError when nobody
  // reads it any more.
  void line(std::string_view tag, const std::vector<std::pair<std::string_view, Value>>& pairs = {});

  // Lines whose keys vary are put together out of line: code that is instantiated for each operation weighs
  // on what the compiler inlines elsewhere in the unit, in the timed work too.
  void operation_line(std::string_view name, std::string_view side, bool reads);
  void failed_line(std::string_view operation, const std::string& outcome, std::optional<std::uint64_t> index,
                   const std::string& detail);

 private:
  int output_;
};

}  // namespace serbench
