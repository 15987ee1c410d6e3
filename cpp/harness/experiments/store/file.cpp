#include "experiments/store/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "protocol/requests.hpp"
#include "values/xxh64.hpp"

namespace serbench::store {

namespace {

constexpr char index_magic[] = "SERBSTOR";
constexpr char data_magic[] = "SERBDATA";
constexpr std::uint32_t format_version = 1;
constexpr std::uint64_t fixed_header_bytes = 40;
constexpr std::uint64_t entry_bytes = 16;
constexpr std::uint64_t checksum_bytes = 8;
constexpr std::uint64_t trailer_bytes = 16;
constexpr std::uint64_t checked_block_bytes = 65536;
constexpr std::uint64_t longest_header_bytes = 65536;

#ifdef O_DIRECT
constexpr int direct_flag = O_DIRECT;
#else
constexpr int direct_flag = 0;
#endif

constexpr int to_write = O_RDWR | O_CREAT | O_TRUNC;

void append_text(ByteBuffer& out, const std::string& text) {
  std::byte size[4];
  store_little(size, static_cast<std::uint32_t>(text.size()));
  out.append(size, sizeof size);
  out.append(text.data(), text.size());
}

ByteBuffer header_of(const StoreIdentity& identity, std::uint64_t data_bytes) {
  ByteBuffer header;
  header.resize(fixed_header_bytes);
  std::memcpy(header.data(), index_magic, 8);
  store_little(header.data() + 8, format_version);
  store_little(header.data() + 16, identity.objects);
  store_little(header.data() + 24, data_bytes);
  store_little(header.data() + 32, identity.corpus_digest);
  append_text(header, identity.codec);
  append_text(header, identity.workload);
  const std::byte zeros[record_alignment] = {};
  header.append(zeros, rounded_up(header.size(), record_alignment) - header.size());
  store_little(header.data() + 12, static_cast<std::uint32_t>(header.size()));
  return header;
}

// How many objects from the first on have entries side by side, which are read or written at once.
std::size_t side_by_side(std::span<const std::uint64_t> objects) {
  std::size_t count = 1;
  while (count != objects.size() && objects[count] == objects[0] + count) {
    ++count;
  }
  return count;
}

// The checksum of the first bytes of a file: the digest of the digests of its blocks.
std::uint64_t checksum_of(const StoreFile& file, std::uint64_t bytes) {
  std::vector<std::uint64_t> digests;
  ByteBuffer block;
  block.resize(checked_block_bytes);
  for (std::uint64_t offset = 0; offset < bytes; offset += checked_block_bytes) {
    const std::uint64_t size = std::min(checked_block_bytes, bytes - offset);
    file.read_some(block.data(), offset, size, size);
    digests.push_back(xxh64({block.data(), size}));
  }
  return digest_of(digests);
}

std::string text_at(Bytes header, std::size_t& at, const StoreFile& file) {
  if (header.size() - at < 4 || header.size() - at - 4 < load_little<std::uint32_t>(header.data() + at)) {
    file.refuse("is damaged in its header");
  }
  const auto size = load_little<std::uint32_t>(header.data() + at);
  const auto* begin = reinterpret_cast<const char*>(header.data() + at + 4);
  at += 4 + size;
  return {begin, size};
}

}  // namespace

void PageBuffer::require(std::uint64_t bytes) {
  if (bytes <= capacity_) {
    return;
  }
  std::free(data_);
  capacity_ = rounded_up(std::max(bytes, 2 * capacity_), page_bytes);
  data_ = static_cast<std::byte*>(std::aligned_alloc(page_bytes, capacity_));
  if (data_ == nullptr) {
    capacity_ = 0;
    throw std::bad_alloc();
  }
}

void PageBuffer::extend(std::uint64_t bytes, std::uint64_t kept) {
  if (bytes <= capacity_) {
    return;
  }
  PageBuffer larger;
  larger.require(bytes);
  if (kept != 0) {
    std::memcpy(larger.data_, data_, kept);
  }
  std::swap(data_, larger.data_);
  std::swap(capacity_, larger.capacity_);
}

void PageBuffer::release() {
  std::free(std::exchange(data_, nullptr));
  capacity_ = 0;
}

int with_direct(int flags, bool direct) {
  if (direct && direct_flag == 0) {
    throw RequestError("This system has no direct input and output.");
  }
  return direct ? flags | direct_flag : flags;
}

StoreFile::StoreFile(std::string path, int flags)
    : path_(std::move(path)), descriptor_(::open(path_.c_str(), flags | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) {
    refuse(std::string("cannot be opened: ") + std::strerror(errno));
  }
}

StoreFile::~StoreFile() { ::close(descriptor_); }

std::uint64_t StoreFile::size() const {
  struct stat found{};
  if (::fstat(descriptor_, &found) != 0) {
    refuse(std::string("cannot be read: ") + std::strerror(errno));
  }
  return static_cast<std::uint64_t>(found.st_size);
}

void StoreFile::write_all(Bytes bytes, std::uint64_t offset) const {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
      offset += static_cast<std::uint64_t>(written);
    } else if (written == 0 || errno != EINTR) {
      refuse(std::string("cannot be written: ") + std::strerror(errno));
    }
  }
}

void StoreFile::read_some(std::byte* to, std::uint64_t offset, std::uint64_t bytes,
                          std::uint64_t needed) const {
  std::uint64_t done = 0;
  while (done < needed) {
    const ssize_t got = ::pread(descriptor_, to + done, bytes - done, static_cast<off_t>(offset + done));
    if (got > 0) {
      done += static_cast<std::uint64_t>(got);
    } else if (got == 0) {
      refuse("ends too early");
    } else if (errno != EINTR) {
      refuse(std::string("cannot be read: ") + std::strerror(errno));
    }
  }
}

void StoreFile::sync() const {
  if (::fsync(descriptor_) != 0) {
    refuse(std::string("cannot be written: ") + std::strerror(errno));
  }
}

void StoreFile::refuse(const std::string& why) const {
  throw RequestError("The file " + path_ + " " + why + ".");
}

StoreWriter::StoreWriter(const std::string& data, const std::string& index, StoreIdentity identity,
                         bool direct)
    : identity_(std::move(identity)),
      direct_(direct),
      data_(data, with_direct(to_write, direct)),
      end_of_data_(data, O_RDWR),
      index_(index, to_write),
      header_bytes_(header_of(identity_, 0).size()) {}

void StoreWriter::note(std::span<const std::uint64_t> objects, std::span<const Extent> extents) {
  ByteBuffer entries;
  for (std::size_t i = 0; i != objects.size();) {
    const std::size_t count = side_by_side(objects.subspan(i));
    entries.resize(entry_bytes * count);
    for (std::size_t k = 0; k != count; ++k) {
      store_little(entries.data() + entry_bytes * k, extents[i + k].offset);
      store_little(entries.data() + entry_bytes * k + 8, extents[i + k].bytes);
    }
    index_.write_all(entries.bytes(), header_bytes_ + entry_bytes * objects[i]);
    i += count;
  }
}

void StoreWriter::finish() {
  index_.write_all(header_of(identity_, data_bytes_).bytes(), 0);
  const std::uint64_t end = header_bytes_ + entry_bytes * identity_.objects;
  std::byte trailer[trailer_bytes];
  std::memcpy(trailer, data_magic, 8);
  store_little(trailer + 8, checksum_of(index_, end));
  index_.write_all({trailer + 8, checksum_bytes}, end);
  end_of_data_.write_all({trailer, trailer_bytes}, data_bytes_);
}

StoreReader::StoreReader(const std::string& data, const std::string& index, bool direct)
    : direct_(direct), data_(data, with_direct(O_RDONLY, direct)), index_(index, O_RDONLY) {
  read_header();
  verify_checksum(data);
}

void StoreReader::read_header() {
  const std::uint64_t size = index_.size();
  std::byte fixed[fixed_header_bytes];
  if (size < fixed_header_bytes) {
    index_.refuse("is no index of a store");
  }
  index_.read_some(fixed, 0, sizeof fixed, sizeof fixed);
  if (std::memcmp(fixed, index_magic, 8) != 0) {
    index_.refuse("is no index of a store");
  }
  if (load_little<std::uint32_t>(fixed + 8) != format_version) {
    index_.refuse("has another version of the format than " + std::to_string(format_version));
  }
  header_bytes_ = load_little<std::uint32_t>(fixed + 12);
  identity_.objects = load_little<std::uint64_t>(fixed + 16);
  data_bytes_ = load_little<std::uint64_t>(fixed + 24);
  identity_.corpus_digest = load_little<std::uint64_t>(fixed + 32);
  if (header_bytes_ < fixed_header_bytes || header_bytes_ > std::min(size, longest_header_bytes) ||
      identity_.objects != (size - header_bytes_) / entry_bytes ||
      size != header_bytes_ + entry_bytes * identity_.objects + checksum_bytes) {
    index_.refuse("does not have the size that its header tells");
  }
  ByteBuffer header;
  header.resize(header_bytes_);
  index_.read_some(header.data(), 0, header_bytes_, header_bytes_);
  std::size_t at = fixed_header_bytes;
  identity_.codec = text_at(header.bytes(), at, index_);
  identity_.workload = text_at(header.bytes(), at, index_);
}

void StoreReader::verify_checksum(const std::string& data) const {
  const std::uint64_t end = header_bytes_ + entry_bytes * identity_.objects;
  std::byte said[checksum_bytes];
  index_.read_some(said, end, sizeof said, sizeof said);
  if (load_little<std::uint64_t>(said) != checksum_of(index_, end)) {
    index_.refuse("does not have the checksum that it tells");
  }
  const StoreFile whole(data, O_RDONLY);
  std::byte trailer[trailer_bytes];
  if (whole.size() != data_bytes_ + trailer_bytes) {
    whole.refuse("does not have the size that its index tells");
  }
  whole.read_some(trailer, data_bytes_, sizeof trailer, sizeof trailer);
  if (std::memcmp(trailer, data_magic, 8) != 0 || std::memcmp(trailer + 8, said, sizeof said) != 0) {
    whole.refuse("belongs to another index");
  }
}

void StoreReader::locate(std::span<const std::uint64_t> objects, std::vector<Extent>& extents) const {
  extents.resize(objects.size());
  ByteBuffer entries;
  for (std::size_t i = 0; i != objects.size();) {
    const std::size_t count = side_by_side(objects.subspan(i));
    if (objects[i] + count > identity_.objects) {
      throw RequestError("The store has no object " + std::to_string(objects[i] + count - 1) + "; it has " +
                         std::to_string(identity_.objects) + ".");
    }
    entries.resize(entry_bytes * count);
    index_.read_some(entries.data(), header_bytes_ + entry_bytes * objects[i], entries.size(),
                     entries.size());
    for (std::size_t k = 0; k != count; ++k) {
      const std::byte* entry = entries.data() + entry_bytes * k;
      extents[i + k] = {load_little<std::uint64_t>(entry), load_little<std::uint64_t>(entry + 8)};
    }
    i += count;
  }
}

void ReadPlan::make(std::span<const Extent> extents, std::uint64_t granule) {
  windows.clear();
  places.clear();
  buffer_bytes = 0;
  for (const Extent& extent : extents) {
    const std::uint64_t begin = extent.offset / granule * granule;
    const std::uint64_t end = rounded_up(extent.offset + extent.bytes, granule);
    if (!windows.empty() && begin >= windows.back().offset &&
        begin <= windows.back().offset + windows.back().bytes) {
      Window& last = windows.back();
      last.bytes = std::max(last.bytes, end - last.offset);
      last.needed = std::max(last.needed, extent.offset + extent.bytes - last.offset);
    } else {
      windows.push_back({begin, end - begin, extent.offset + extent.bytes - begin, buffer_bytes});
    }
    places.push_back(windows.back().place + extent.offset - windows.back().offset);
    buffer_bytes = windows.back().place + windows.back().bytes;
  }
}

}  // namespace serbench::store
