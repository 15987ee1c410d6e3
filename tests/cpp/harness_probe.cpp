// Answers lines "WHAT HEX" from standard input, so that the tests can compare
// the harness's pieces with their references.
#include <iostream>
#include <string>

#include "experiments/memory/operations.hpp"
#include "protocol/replies.hpp"
#include "values/objects.hpp"

namespace {

std::string unhexed(const std::string &hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

std::string hexed(serbench::Bytes bytes) {
  std::string hex;
  for (const std::byte byte : bytes) {
    hex += "0123456789abcdef"[std::to_integer<int>(byte) >> 4];
    hex += "0123456789abcdef"[std::to_integer<int>(byte) & 15];
  }
  return hex;
}

// Reads an object strictly and writes it again.
std::string rewritten(serbench::Bytes bytes) {
  try {
    serbench::Root object;
    serbench::read_canonical(bytes, object);
    serbench::ByteBuffer again;
    serbench::write_canonical(object, again);
    return hexed(again.bytes());
  } catch (const serbench::Malformed &fault) {
    return fault.what();
  }
}

// Counts the objects that are alive.
struct Counted {
  Counted() { ++alive; }
  ~Counted() { --alive; }
  static inline int alive = 0;
};

// Tells what it is given: into how many objects alive at the same time it
// decodes, and how often the message was used before.
class Telling {
public:
  using Object = Counted;
  struct Message {
    int uses = 0;
  };

  void build(const Object &, Message &) {}
  serbench::Bytes serialize(const Message &) { return {}; }
  void deserialize(serbench::Bytes, Message &message) {
    uses += std::to_string(message.uses++) + ' ';
  }
  void extract(const Message &, Object &) {
    alive += std::to_string(Counted::alive) + ' ';
  }

  std::string uses, alive;
};

// Calls an operation the given number of times.
template <template <class> class Operation>
Telling told_by(std::size_t kept_objects, int calls) {
  serbench::Client<Telling> client;
  const serbench::Bytes message;
  Counted::alive = 0;
  {
    Operation<Telling> operation(client, {{}, {&message, 1}, kept_objects});
    for (int i = 0; i != calls; ++i) {
      operation(0);
    }
  }
  client.codec.alive += std::to_string(Counted::alive);
  return client.codec;
}

std::string answer(const std::string &what, const std::string &text) {
  const serbench::Bytes bytes(reinterpret_cast<const std::byte *>(text.data()),
                              text.size());
  if (what == "xxh64") {
    return serbench::digest_text(serbench::xxh64(bytes));
  }
  if (what == "utf8") {
    return serbench::is_utf8(bytes) ? "yes" : "no";
  }
  if (what == "value") {
    return serbench::Value(text).text();
  }
  if (what == "decode") {
    return told_by<serbench::Decode>(static_cast<unsigned char>(text[0]),
                                     text[1])
        .alive;
  }
  if (what == "deserialize") {
    return told_by<serbench::Deserialize>(0, text[0]).uses;
  }
  if (what == "deserialize-fresh") {
    return told_by<serbench::DeserializeFresh>(0, text[0]).uses;
  }
  return rewritten(bytes);
}

} // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const std::size_t space = line.find(' ');
    std::cout << answer(line.substr(0, space), unhexed(line.substr(space + 1)))
              << '\n';
  }
}
