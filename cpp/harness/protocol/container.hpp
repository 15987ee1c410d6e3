// The files of FORMAT.md, section 2: a corpus, and messages in the same layout.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>

#include "protocol/requests.hpp"
#include "values/bytes.hpp"

namespace serbench {

inline constexpr char corpus_magic[] = "SERBCRP1";
inline constexpr char messages_magic[] = "SERBMSG1";
inline constexpr std::uint32_t missing_entry = 0xFFFFFFFF;

namespace container_detail {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

inline File open(const std::string& path, const char* mode) {
  File file(std::fopen(path.c_str(), mode));
  if (file == nullptr) {
    throw RequestError("The file " + path + " cannot be opened: " + std::strerror(errno) + ".");
  }
  return file;
}

}  // namespace container_detail

// Reads one entry after the other; throws RequestError at the first fault of the file.
class ContainerReader {
 public:
  ContainerReader(const std::string& path, const char* magic)
      : path_(path), file_(container_detail::open(path, "rb")) {
    std::fseek(file_.get(), 0, SEEK_END);
    left_ = static_cast<std::uint64_t>(std::max(0L, std::ftell(file_.get())));
    std::rewind(file_.get());
    char found[8];
    take(found, sizeof found);
    if (std::memcmp(found, magic, sizeof found) != 0) {
      refuse(std::string("does not begin with ") + magic);
    }
    count_ = number<std::uint64_t>();
  }

  std::uint64_t count() const { return count_; }

  // The next entry's bytes; false when the entry is missing, as messages can be.
  bool next(ByteBuffer& entry) {
    const auto size = number<std::uint32_t>();
    entry.clear();
    if (size == missing_entry) {
      return false;
    }
    // A length beyond the end of the file must not become an allocation.
    if (size > left_) {
      refuse("ends too early");
    }
    entry.resize(size);
    take(entry.data(), size);
    return true;
  }

  void finish() const {
    if (left_ != 0) {
      refuse("has bytes after its last entry");
    }
  }

  // Refuses the file if it does not have a message for each of so many objects.
  void require_messages_of(std::uint64_t objects) const {
    if (count_ != objects) {
      refuse("holds " + std::to_string(count_) + " messages for " + std::to_string(objects) + " objects");
    }
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw RequestError("The file " + path_ + " " + why + ".");
  }

 private:
  void take(void* to, std::size_t size) {
    if (size != 0 && std::fread(to, 1, size, file_.get()) != size) {
      refuse("ends too early");
    }
    left_ -= size;
  }

  template <Number T>
  T number() {
    std::byte raw[sizeof(T)];
    take(raw, sizeof raw);
    return load_little<T>(raw);
  }

  std::string path_;
  container_detail::File file_;
  std::uint64_t left_ = 0;
  std::uint64_t count_ = 0;
};

// Writes one entry after the other; throws RequestError when the disk refuses.
class ContainerWriter {
 public:
  ContainerWriter(const std::string& path, const char* magic, std::uint64_t count)
      : path_(path), file_(container_detail::open(path, "wb")) {
    put(magic, 8);
    number(count);
  }

  void add(Bytes entry) {
    if (entry.size() >= missing_entry) {
      throw RequestError("A message of " + std::to_string(entry.size()) +
                         " bytes is too large for the file format.");
    }
    number(static_cast<std::uint32_t>(entry.size()));
    put(entry.data(), entry.size());
  }

  void add_missing() { number(missing_entry); }

  void finish() {
    if (std::fclose(file_.release()) != 0) {
      refuse();
    }
  }

 private:
  void put(const void* from, std::size_t size) {
    if (size != 0 && std::fwrite(from, 1, size, file_.get()) != size) {
      refuse();
    }
  }

  template <Number T>
  void number(T value) {
    std::byte raw[sizeof(T)];
    store_little(raw, value);
    put(raw, sizeof raw);
  }

  [[noreturn]] void refuse() const {
    throw RequestError("The file " + path_ + " cannot be written: " + std::strerror(errno) + ".");
  }

  std::string path_;
  container_detail::File file_;
};

}  // namespace serbench
