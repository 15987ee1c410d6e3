// The request that a runner serves, from its arguments (PROTOCOL.md).
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
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
  // Refuses every key that is not named here; spaces separate the names.
  void allow(std::string_view keys) const;
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

}  // namespace serbench
