#include "experiments/torture/guarded_bytes.hpp"

#include <sys/mman.h>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

#include <algorithm>

#include "protocol/requests.hpp"

namespace serbench::torture {

namespace {

// What an offset of 32 bits can reach.
constexpr std::size_t guard_bytes = std::size_t{4} << 30;
constexpr std::size_t alignment = alignof(std::max_align_t);

// Where a sanitizer watches, it also sees a read of the zeros behind a message that is not aligned.
void watch([[maybe_unused]] std::byte* at, [[maybe_unused]] std::size_t size,
           [[maybe_unused]] std::byte* end) {
#ifdef __SANITIZE_ADDRESS__
  __asan_unpoison_memory_region(at, size);
  __asan_poison_memory_region(at + size, static_cast<std::size_t>(end - at) - size);
#endif
}

std::size_t rounded_up(std::size_t size, std::size_t to) { return (size + to - 1) / to * to; }

}  // namespace

GuardedBytes::GuardedBytes(std::size_t largest) {
  const auto page_bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t room = rounded_up(std::max(largest, std::size_t{1}), page_bytes);
  reserved_bytes_ = guard_bytes + room + guard_bytes;
  void* reserved =
      ::mmap(nullptr, reserved_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) {
    throw RequestError("There is no address space for bytes with guards around them.");
  }
  reserved_ = static_cast<std::byte*>(reserved);
  end_ = reserved_ + guard_bytes + room;
  used_from_ = end_;
  if (::mprotect(end_ - room, room, PROT_READ | PROT_WRITE) != 0) {
    ::munmap(reserved_, reserved_bytes_);
    throw RequestError("There is no memory for a message of " + std::to_string(largest) + " bytes.");
  }
}

GuardedBytes::~GuardedBytes() { ::munmap(reserved_, reserved_bytes_); }

Bytes GuardedBytes::hold(Bytes message) {
  std::byte* const at = end_ - rounded_up(message.size(), alignment);
  watch(used_from_, static_cast<std::size_t>(end_ - used_from_), end_);
  std::fill(used_from_, end_, std::byte{0});
  std::copy(message.begin(), message.end(), at);
  watch(at, message.size(), end_);
  used_from_ = at;
  return {at, message.size()};
}

}  // namespace serbench::torture
