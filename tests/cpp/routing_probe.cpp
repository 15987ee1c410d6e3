// Answers lines "WHAT HEX" from standard input about objects in the bytes of the corpus: `update`, or
// `shuffle` and `fields`, which tell the three parts of each object. Parts are kept between lines.
#include <iostream>
#include <string>

#include "experiments/relay/splitting.hpp"

namespace {

std::string hexed(const serbench::Root &object) {
  serbench::ByteBuffer bytes;
  serbench::write_canonical(object, bytes);
  std::string hex;
  for (const std::byte byte : bytes.bytes()) {
    hex += "0123456789abcdef"[std::to_integer<int>(byte) >> 4];
    hex += "0123456789abcdef"[std::to_integer<int>(byte) & 15];
  }
  return hex;
}

void read(const std::string &hex, serbench::Root &object) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  serbench::read_canonical(std::as_bytes(std::span(bytes)), object);
}

} // namespace

int main() {
  std::vector<serbench::relay::Part<serbench::Root>> parts(3);
  for (std::string what, hex; std::cin >> what >> hex;) {
    serbench::Root object;
    read(hex, object);
    if (what == "update") {
      serbench::relay::update_number(object);
      std::cout << hexed(object) << '\n';
    } else {
      serbench::relay::split(object, std::span(parts), what == "fields");
      for (const auto &part : parts) {
        std::cout << hexed(part.object) << ' ';
      }
      std::cout << '\n';
    }
  }
}
